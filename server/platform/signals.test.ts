import { afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { administer } from '#server/test/administer.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createPools, type Pools } from './database/pool.ts'
import { inScope } from './database/scope.ts'
import { createSignals, signal, type Signals } from './signals.ts'
import { sweepForWork } from './sweep.ts'
import type { Platform } from './platform.ts'

let db: TestDatabase
let pools: Pools
let signals: Signals
beforeAll(async () => {
  db = await createTestDatabase()
  // The test database's own pools treat a broken connection as a test failure.
  pools = createPools(db.address, () => {})
  signals = await createSignals(pools.ownerPool, () => {})
  return async () => {
    await signals.close()
    await pools.close()
    await db.drop()
  }
})
const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

const never_ms = 3_600_000
const loseConnection = () =>
  administer(
    inject('testServer'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${db.name}' and query = 'listen leadloom'`,
  )
const sweep = (look: () => Promise<unknown>, every_ms = never_ms) => {
  const sweeps = sweepForWork(
    { signals, log: { warn: () => {} } as unknown as Platform['log'] },
    'it failed',
    look,
    every_ms,
  )
  stops.push(sweeps.stop)
  return sweeps
}

it('listeners are told when signals may have been missed, and hear the next ones', async () => {
  const onMissed = vi.fn()
  const imports = vi.fn()
  stops.push(signals.on('missed', onMissed), signals.on('import', imports))
  await loseConnection()
  await vi.waitFor(() => expect(onMissed).toHaveBeenCalledOnce(), 5_000)
  const message = { kind: 'import', rootId: db.name, importId: db.name } as const
  await inScope(pools.appPool, { kind: 'none' }, (tx) => signal(tx, message))
  await vi.waitFor(() => expect(imports).toHaveBeenCalledWith(message), 5_000)
})

it('a sweep looks at once, after signals may have been missed, and again after its time', async () => {
  const look = vi.fn(async () => {})
  sweep(look)
  expect(look).toHaveBeenCalledOnce()
  await loseConnection()
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2), 5_000)
  const often = vi.fn(() => Promise.reject(new Error('the database is away')))
  sweep(often, 10)
  await vi.waitFor(() => expect(often.mock.calls.length).toBeGreaterThan(3), 5_000)
})

it('a sweep that is asked while it looks does so once more, and not at the same time', async () => {
  const ends: (() => void)[] = []
  const look = vi.fn(() => new Promise<void>((end) => ends.push(end)))
  const sweeps = sweep(look)
  sweeps.now()
  sweeps.now()
  expect(look).toHaveBeenCalledOnce()
  ends[0]!()
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2), 1_000)
  sweeps.stop()
  sweeps.now()
  ends[1]!()
  await new Promise((done) => setTimeout(done, 20))
  expect(look).toHaveBeenCalledTimes(2)
})
