import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { newId } from '../../ids.ts'
import { inScope } from '../scope.ts'
import type { Scope } from '../tx.ts'

const agencyOf = (n: number): Scope & { kind: 'agency' } => ({ kind: 'agency', rootId: newId(1), agencyId: newId(n) })
const [ours, theirs] = [agencyOf(2), agencyOf(3)]

/** Rows of a COPY whose statement fails after the driver has received some of them. */
const afterMany = (failing: string): string =>
  `select case when n < 50000 then repeat('x', 100) else ${failing} end from generate_series(1, 50000) n`

describe.each(['tuned', 'plain'] as const)('the %s driver:', (driver) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ app: 1, driver })
    await db.ownerPool.query(`
      create table note (root_id uuid, agency_id uuid not null, client_id uuid, n integer, primary key (agency_id, n));
      select tenant_policies('note', 'select, insert, update, delete')`)
    for (const scope of [ours, theirs])
      await inScope(db.appPool, scope, (tx) =>
        tx.query('insert into note (agency_id, n) select $1, n from generate_series(1, 3) n', [scope.agencyId]),
      )
  })
  afterAll(() => db.drop())

  const copy = (scope: Scope, query: string, values: string[] = [], statementTimeout_ms = 5_000): Promise<string> =>
    inScope(db.appPool, scope, async (tx) => (await tx.copy(query, values)).bytes.toString(), {
      readOnly: true,
      statementTimeout_ms,
    })

  const allNotes = 'select n from note order by n'

  /** The pool's only connection still works, and only in its own scope. */
  async function expectUsable(): Promise<void> {
    expect(await copy(ours, allNotes)).toBe('1\n2\n3\n')
    expect(db.appPool).toMatchObject({ totalCount: 1, waitingCount: 0 })
  }

  describe('a copy', () => {
    test('contains only what the scope sees, whatever the query requests', async () => {
      const byName = (scope: Scope): Promise<string> =>
        copy(scope, 'select n from note where agency_id = $1 order by n', [theirs.agencyId])
      expect(await byName(ours)).toBe('')
      expect(await byName(theirs)).toBe('1\n2\n3\n')
      expect(await copy({ kind: 'none' }, allNotes)).toBe('')
      expect(await copy(ours, allNotes)).toBe('1\n2\n3\n')
    })

    test('changes nothing, whatever its values try to inject into the statement', async () => {
      const hostile = `x') to stdout; delete from note; copy (select '`
      expect(await copy(ours, 'select $1::text', [hostile])).toBe(`${hostile}\n`)
      expect(await copy(ours, 'select $1::text', [`\\'; ${hostile}`])).toBe(`\\\\'; ${hostile}\n`)
      expect(await copy(ours, 'select $1::text || $2', ['$2$1$&', '😀\n\\'])).toBe('$2$1$&😀\\n\\\\\n')
      await expectUsable()
    })
  })

  describe('copying that ends midway', () => {
    test.each([
      // Rows take a busy machine a while: an error needs time to come before the timeout, which the other case waits for.
      ['an error', 'to_char(1 / (50000 - n), $1)', '22012', 60_000],
      ['a timeout', 'pg_sleep(120)::text', '57014', 2_000],
    ])('by %s returns no rows, and its connection stays usable', async (_what, failing, code, timeout_ms) => {
      const values = failing.includes('$1') ? ['9'] : []
      await expect(copy(ours, afterMany(failing), values, timeout_ms)).rejects.toMatchObject({ code })
      await expectUsable()
    })

    test('with its connection returns no rows, and the pool opens another', async () => {
      const copying = copy(ours, afterMany('pg_sleep(20)::text'))
      const failure = expect(copying).rejects.toThrow()
      const text = `select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'copy (%' and pid <> pg_backend_pid() and datname = current_database() and state = 'active'`
      while ((await db.adminPool.query(text)).rowCount === 0) await sleep(10)
      await failure
      await expectUsable()
    })
  })
})
