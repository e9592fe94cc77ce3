import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

interface Numbered {
  number: number
  settle(stored: boolean): void
}

function setUp(options: { maxWaiting?: number; maxInBatch?: number; maxWriting?: number } = {}) {
  const batches: number[][] = []
  const results: [number, boolean][] = []
  const running: { commit: (refused?: number) => void; fail: () => void }[] = []
  const failures: unknown[] = []
  const group = createGroupCommit<Numbered>({
    write: (batch) => {
      batches.push(batch.map((item) => item.number))
      return new Promise((resolve, reject) =>
        running.push({
          commit: (refused) =>
            resolve(refused === undefined ? undefined : new Set(batch.filter(({ number }) => number === refused))),
          fail: () => reject(new Error('away')),
        }),
      )
    },
    maxWaiting: options.maxWaiting ?? 100,
    maxInBatch: options.maxInBatch ?? 100,
    maxWriting: options.maxWriting ?? 1,
    onFailure: (error) => failures.push(error),
  })
  const add = (number: number): boolean => group.add({ number, settle: (stored) => results.push([number, stored]) })
  return { group, add, batches, settled: results, running, failures }
}

describe('group commit', () => {
  it('stores hits of one event-loop turn together, and at once', async () => {
    const { add, batches } = setUp()
    add(1)
    add(2)
    await sleep(1)
    expect(batches).toEqual([[1, 2]])
  })

  it('sends what arrives meanwhile when the previous batch is stored, and settles each after its own commit', async () => {
    const { add, batches, settled, running } = setUp()
    add(1)
    await sleep(1)
    add(2)
    add(3)
    await sleep(5)
    expect(batches).toEqual([[1]])
    expect(settled).toEqual([])
    running[0]!.commit()
    await sleep(1)
    expect(settled).toEqual([[1, true]])
    expect(batches).toEqual([[1], [2, 3]])
    running[1]!.commit()
    await sleep(1)
    expect(settled.slice(1)).toEqual([
      [2, true],
      [3, true],
    ])
  })

  it('sends a second batch in parallel once half as many wait, but no third', async () => {
    const { add, batches, running } = setUp({ maxWriting: 2 })
    for (const number of [1, 2, 3, 4]) add(number)
    await sleep(1)
    add(5)
    await sleep(1)
    expect(batches).toEqual([[1, 2, 3, 4]])
    add(6)
    await sleep(1)
    expect(batches[1]).toEqual([5, 6])
    for (const number of [7, 8, 9]) add(number)
    await sleep(1)
    expect(batches).toHaveLength(2)
    running[1]!.commit()
    await sleep(1)
    expect(batches[2]).toEqual([7, 8, 9])
    add(10)
    running[0]!.commit()
    running[2]!.commit()
    await sleep(1)
    expect(batches[3]).toEqual([10])
  })

  it('settles a failed batch as not stored and continues', async () => {
    const { add, settled, running, failures } = setUp()
    add(1)
    await sleep(1)
    running[0]!.fail()
    await sleep(1)
    expect(settled).toEqual([[1, false]])
    expect(failures).toHaveLength(1)
    add(2)
    await sleep(1)
    running[1]!.commit()
    await sleep(1)
    expect(settled[1]).toEqual([2, true])
  })

  it('settles the rejected part of a batch as not stored, and the rest as stored', async () => {
    const { add, settled, running, failures } = setUp()
    for (const number of [1, 2, 3]) add(number)
    await sleep(1)
    running[0]!.commit(2)
    await sleep(1)
    expect(settled).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ])
    expect(failures).toEqual([])
  })

  it('rejects overflow, splits batches to size, and keeps the order', async () => {
    const { add, batches, running } = setUp({ maxWaiting: 3, maxInBatch: 2 })
    expect([1, 2, 3, 4].map(add)).toEqual([true, true, true, false])
    await sleep(1)
    expect(add(5)).toBe(true)
    running[0]!.commit()
    await sleep(1)
    expect(batches).toEqual([
      [1, 2],
      [3, 5],
    ])
  })

  it('stores what waits before closing and accepts nothing new', async () => {
    const { group, add, settled, running } = setUp()
    add(1)
    await sleep(1)
    add(2)
    let isClosed = false
    const closing = group.close().then(() => (isClosed = true))
    expect(add(3)).toBe(false)
    running[0]!.commit()
    await sleep(1)
    expect(isClosed).toBe(false)
    running[1]!.commit()
    await closing
    expect(settled.map(([number]) => number)).toEqual([1, 2])
  })
})
