import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/test/harness.ts'
import { newId } from '../ids.ts'
import { inScope, readOnce, retryOverloaded } from './scope.ts'
import type { Scope } from './tx.ts'

// Two of the three connections are an agency's share.
const db = await openTestDatabase({ app: 3, wait_ms: 400 })

const rootId = newId(1)
const makeAgency = (): Scope & { kind: 'agency' } => ({ kind: 'agency', rootId, agencyId: newId(2) })
const readOne = async (scope: Scope): Promise<unknown> =>
  (await readOnce<{ one: number }>(db.appPool, scope, { text: 'select 1 as one', values: [] })).rows

/** A transaction that has begun and stays open until it is told to end. */
async function hold(scope: Scope): Promise<() => Promise<void>> {
  let [begin, finish] = [() => {}, () => {}]
  const beginning = new Promise<void>((resolve) => (begin = resolve))
  const finishing = new Promise<void>((resolve) => (finish = resolve))
  const scopeHeld = inScope(db.appPool, scope, async (tx) => {
    await tx.query('select 1')
    begin()
    await finishing
  })
  await beginning
  return () => {
    finish()
    return scopeHeld
  }
}

test('while an agency’s slow calls hold its share of the connections, all others are answered', async () => {
  const busy = makeAgency()
  const ends = [await hold(busy), await hold({ ...busy, kind: 'client', clientId: newId(3) })]
  const late = readOne(busy).catch((error: unknown) => error)
  for (const scope of [makeAgency(), { kind: 'root', rootId }, { kind: 'none' }] as const)
    expect(await readOne(scope), scope.kind).toEqual([{ one: 1 }])
  expect(await late).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 1 })
  await Promise.all(ends.map((end) => end()))
  expect(await readOne(busy)).toEqual([{ one: 1 }])
})

test('a call that waits for its agency’s share continues as soon as another one of the agency ends', async () => {
  const busy = makeAgency()
  const [one, endOther] = [await hold(busy), await hold(busy)]
  const late = hold(busy)
  await one()
  const end = await late
  await Promise.all([endOther(), end()])
})

test('a step of a download waits for its agency’s share for longer than a call', async () => {
  const busy = makeAgency()
  const ends = [await hold(busy), await hold(busy)]
  let attempts = 0
  const step = retryOverloaded(() => (attempts++, readOne(busy)))
  await expect.poll(() => attempts).toBe(3)
  await Promise.all(ends.map((end) => end()))
  expect(await step).toEqual([{ one: 1 }])
})

test('failed statements and broken connections return their place in the share', async () => {
  const busy = makeAgency()
  const breakage = 'select pg_terminate_backend(pg_backend_pid())'
  for (const text of ['select 1 / 0', breakage, 'select 1 / 0', breakage]) {
    await expect(readOnce(db.appPool, busy, { text, values: [] })).rejects.toThrow()
    await expect(inScope(db.appPool, busy, (tx) => tx.query(text))).rejects.toThrow()
  }
  const ends = [await hold(busy), await hold(busy)]
  await Promise.all(ends.map((end) => end()))
})
