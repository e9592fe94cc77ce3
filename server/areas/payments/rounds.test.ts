import { expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { beginRound } from './rounds.ts'

/** How many of ten items a round takes if each needs `each_ms`. */
function takenOf(each_ms: number, parts?: number): number {
  const clock = createStillClock(0)
  let count = 0
  for (const _one of beginRound({ clock }, parts).take(Array.from({ length: 10 }))) {
    count++
    clock.advance(each_ms)
  }
  return count
}

test('a round processes everything if it is quick, else whatever starts within its time, at least one', () => {
  expect([takenOf(1), takenOf(10_000), takenOf(600_000)]).toEqual([10, 5, 1])
})

test('each part of a round gets its share of the time, and at least one', () => {
  expect([takenOf(5_000, 2), takenOf(10_000, 5), takenOf(30_000, 5)]).toEqual([5, 1, 1])
})
