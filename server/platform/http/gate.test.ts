import { expect, test } from 'vitest'
import { createGate, through } from './gate.ts'

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('lets so many in at once, keeps so many waiting in order, and turns the rest away', async () => {
  const gate = createGate({ running: 2, waiting: 2, retryAfterSeconds: 3 })
  const entered: number[] = []
  const finish: (() => void)[] = []
  const work = (number: number): Promise<void> =>
    through(gate, () => {
      entered.push(number)
      return new Promise((resolve) => finish.push(resolve))
    })
  const works = [work(1), work(2), work(3), work(4)]
  await expect(work(5)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 3 })
  await settle()
  expect(entered).toEqual([1, 2])
  finish[0]!()
  await settle()
  expect(entered).toEqual([1, 2, 3])
  finish[1]!()
  await settle()
  expect(entered).toEqual([1, 2, 3, 4])
  finish[2]!()
  finish[3]!()
  await Promise.all(works)
  expect(gate.enter()).toBeUndefined()
})

test('gives the place back when the work fails', async () => {
  const gate = createGate({ running: 1, waiting: 0 })
  await expect(through(gate, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(through(gate, async () => 'yes')).resolves.toBe('yes')
})
