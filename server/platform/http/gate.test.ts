import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { createGate, runInGate } from './gate.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('runs a limited number at once, queues a limited number in order, and rejects the rest', async () => {
  const gate = createGate({ running: 2, waiting: 2, retryAfterSeconds: 3 })
  const order: number[] = []
  const finish: (() => void)[] = []
  const work = (number: number): Promise<void> =>
    runInGate(gate, () => {
      order.push(number)
      return new Promise((resolve) => finish.push(resolve))
    })
  const works = [work(1), work(2), work(3), work(4)]
  await expect(work(5)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 3 })
  await settle()
  expect(order).toEqual([1, 2])
  finish[0]!()
  await settle()
  expect(order).toEqual([1, 2, 3])
  finish[1]!()
  await settle()
  expect(order).toEqual([1, 2, 3, 4])
  finish[2]!()
  finish[3]!()
  await Promise.all(works)
  expect(gate.enter()).toBeUndefined()
})

test('releases the slot when the work fails', async () => {
  const gate = createGate({ running: 1, waiting: 0 })
  await expect(runInGate(gate, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(runInGate(gate, async () => 'yes')).resolves.toBe('yes')
})

test('limits each tenant’s share, lets others overtake tenants at their limit, and rejects long waits', async () => {
  const gate = createGate({ running: 4, waiting: 4, each: [2, 1], waitingEach: 2, longestWait_ms: 50 })
  const [one, sister, rival] = [
    ['agency', 'client'],
    ['agency', 'sister'],
    ['rival', 'rival'],
  ]
  expect([gate.enter(one), gate.enter(sister)]).toEqual([undefined, undefined])
  const late = [gate.enter(one), gate.enter(['agency', 'third'])].map((wait) => wait!.catch((error: unknown) => error))
  expect(() => gate.enter(one)).toThrow(expect.objectContaining({ code: 'overloaded' }))
  expect(gate.enter(rival), 'of another agency').toBeUndefined()
  gate.leave(sister)
  // The first in the queue would exceed its company's share; the second gets in before it.
  expect(await late[1]).toBeUndefined()
  expect(await late[0]).toMatchObject({ code: 'overloaded' })
  gate.leave(one)
  expect(gate.enter(one)).toBeUndefined()
})

test('gives a place to wait to whoever has fewer, though several tenants fill all places within their shares', async () => {
  const gate = createGate({ running: 1, waiting: 4, waitingEach: 2, retryAfterSeconds: 2 })
  expect(gate.enter(['one'])).toBeUndefined()
  const outcome = (tenant: string): Promise<string> =>
    Promise.resolve(gate.enter([tenant])).then(
      () => 'entered',
      (error: { code: string }) => error.code,
    )
  const flood = ['one', 'one', 'two', 'two'].map(outcome)
  const late = outcome('three')
  expect(await flood[3]).toBe('overloaded')
  // Those who wait no more than the newcomer would keep their places.
  const lastOne = outcome('four')
  expect(await flood[1]).toBe('overloaded')
  expect(() => gate.enter(['five'])).toThrow(Failure)
  for (const tenant of ['one', 'one', 'two', 'three', 'four']) {
    gate.leave([tenant])
    await settle()
  }
  expect(await Promise.all([flood[0], flood[2], late, lastOne])).toEqual(['entered', 'entered', 'entered', 'entered'])
})
