import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { newId } from '../../ids.ts'
import { inScope } from '../scope.ts'
import type { Scope, Tx } from '../tx.ts'

const scope: Scope & { kind: 'agency' } = { kind: 'agency', rootId: newId(1), agencyId: newId(2) }
const warnings: string[] = []
process.on('warning', ({ message }) => warnings.push(message))
const insertNote = 'insert into note (agency_id, n) values ($1, $2)'

describe.each([
  ['tuned', 0],
  ['plain', 2],
] as const)('a transaction of the %s driver', (driver, descriptions) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ app: 1, driver })
    await db.ownerPool.query(`
      create table note (root_id uuid, agency_id uuid not null, client_id uuid, n integer, primary key (agency_id, n));
      select tenant_policies('note', 'select, insert')`)
  })
  afterAll(() => db.drop())

  const add = (tx: Tx, n: number): Promise<unknown> => tx.query(insertNote, [scope.agencyId, n])
  const readNotes = async (): Promise<number[]> => {
    const { rows } = await inScope(
      db.appPool,
      scope,
      (tx) => tx.query<{ n: number }>('select n from note order by n'),
      {
        readOnly: true,
      },
    )
    return rows.map(({ n }) => n)
  }

  test('runs what is sent at once in order, and what must come before its commit', async () => {
    const counts = await inScope(db.appPool, scope, async (tx) => {
      tx.beforeCommit('last-note', insertNote, [scope.agencyId, '3'])
      const count = (): Promise<unknown> => tx.query('select count(*)::int as n from note').then(({ rows }) => rows)
      const [, first, , second] = await Promise.all([add(tx, 1), count(), add(tx, 2), count()])
      const [third, fourth] = await tx.together(() => [count(), count()])
      return [first, second, third, fourth]
    })
    expect(counts).toEqual([1, 2, 2, 2].map((n) => [{ n }]))
    expect(await readNotes()).toEqual([1, 2, 3])
  })

  test.each([
    [
      'its work fails',
      (tx: Tx) => add(tx, 4).then(() => Promise.reject(new Error('changed its mind'))),
      'changed its mind',
    ],
    [
      'a failure was ignored',
      (tx: Tx) => add(tx, 4).then(() => tx.query('select 1 / 0').catch(() => {})),
      'rolled back',
    ],
    [
      'its last statement fails',
      (tx: Tx) => add(tx, 4).then(() => tx.beforeCommit('last-note', insertNote, [scope.agencyId, '3'])),
      'duplicate key',
    ],
    [
      'a name has two texts',
      (tx: Tx) => add(tx, 4).then(() => tx.beforeCommit('last-note', 'select $1::text', ['a'])),
      'last-note|unique',
    ],
  ])('leaves nothing when %s', async (_when, work, problem) => {
    const before = await readNotes()
    await expect(inScope(db.appPool, scope, work)).rejects.toThrow(new RegExp(problem))
    expect(await readNotes()).toEqual(before)
    expect(db.appPool).toMatchObject({ totalCount: 1, waitingCount: 0 })
  })

  test('asks for nothing that pg warns it will refuse', async () => {
    await inScope(db.appPool, scope, (tx) => tx.together(() => [add(tx, 5), add(tx, 6)]))
    // A warning is told in a later turn of the event loop.
    await new Promise(setImmediate)
    expect(warnings).toEqual([])
  })

  test('has its rows described once or at every statement', async () => {
    const client = await db.appPool.connect()
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    client.release()
    let descriptionsSoFar = 0
    const count = (): number => descriptionsSoFar++
    const readNotes = (): Promise<unknown> =>
      inScope(db.appPool, scope, (tx) => tx.prepared('all-notes', 'select n from note', []))
    await readNotes()
    connection.on('rowDescription', count)
    await readNotes()
    await readNotes()
    connection.off('rowDescription', count)
    expect(descriptionsSoFar).toBe(descriptions)
  })
})
