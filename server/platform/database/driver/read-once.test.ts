import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { newId } from '../../ids.ts'
import { readOnce } from '../scope.ts'
import type { Scope } from '../tx.ts'

const agencies = [newId(1), newId(2), newId(3)]
const scopeOf = (agencyId: string): Scope => ({ kind: 'agency', rootId: newId(9), agencyId })
const notes = { name: 'read-notes', text: 'select agency_id from note where n >= $1', values: [0] }

describe.each(['tuned', 'plain'] as const)('the %s driver:', (driver) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase({ app: 4, driver })
    await db.ownerPool.query(`
      create table note (root_id uuid, agency_id uuid not null, client_id uuid, n integer not null);
      select tenant_policies('note', 'select, insert')`)
    await db.adminPool.query('insert into note (agency_id, n) select unnest($1::uuid[]), 1', [agencies])
  })
  afterAll(() => db.drop())

  describe('a single-statement read', () => {
    test('sees only its own scope’s rows, however many run at once', async () => {
      const reads = Array.from({ length: 200 }, async (_, at) => {
        const agencyId = agencies[at % agencies.length]!
        const { rows } = await readOnce(db.appPool, scopeOf(agencyId), notes)
        expect(rows).toEqual([{ agency_id: agencyId }])
      })
      await Promise.all(reads)
      const { rows } = await readOnce(db.appPool, { kind: 'none' }, notes)
      expect(rows).toEqual([])
    })

    test('leaves nothing of its scope on the connection', async () => {
      await readOnce(db.appPool, scopeOf(agencies[0]!), notes)
      const all = await Promise.all(Array.from({ length: 8 }, () => db.appPool.query('select n from note')))
      expect(all.map(({ rowCount }) => rowCount)).toEqual(Array.from({ length: 8 }, () => 0))
    })

    test('that fails does not lose its connection', async () => {
      for (let n = 0; n < 12; n++) {
        const failing = readOnce(db.appPool, scopeOf(agencies[0]!), { text: 'select 1 / $1::int', values: [0] })
        await expect(failing).rejects.toMatchObject({ code: '22012' })
      }
      expect((await readOnce(db.appPool, scopeOf(agencies[1]!), notes)).rows).toEqual([{ agency_id: agencies[1] }])
      expect(db.appPool.totalCount).toBeLessThanOrEqual(4)
    })

    test('leaves the connection’s settings unchanged: it can write, and plan as usual', async () => {
      for (let n = 0; n < 8; n++) await readOnce(db.appPool, scopeOf(agencies[0]!), notes)
      const settings = `select current_setting('transaction_read_only') as read_only, current_setting('plan_cache_mode') as plan,
        current_setting('app.agency_id', true) as agency`
      const all = await Promise.all(Array.from({ length: 8 }, () => db.appPool.query(settings)))
      for (const { rows } of all) expect(rows).toEqual([{ read_only: 'off', plan: 'auto', agency: '' }])
    })

    test('whose prepared statement is invalid fails each time, and does not affect others', async () => {
      for (let n = 0; n < 6; n++) {
        const failure = readOnce(db.appPool, scopeOf(agencies[0]!), {
          name: 'wrong',
          text: 'select nothing',
          values: [],
        })
        await expect(failure).rejects.toMatchObject({ code: '42703' })
        expect((await readOnce(db.appPool, scopeOf(agencies[1]!), notes)).rows).toEqual([{ agency_id: agencies[1] }])
      }
    })

    test('with a scope that is not a UUID is rejected', async () => {
      await expect(readOnce(db.appPool, scopeOf(`'; select 1 --`), notes)).rejects.toThrow('not a UUID')
    })

    test('cannot write', async () => {
      const text = 'insert into note (agency_id, n) values ($1, 2)'
      const writing = readOnce(db.appPool, scopeOf(agencies[0]!), { text, values: [agencies[0]] })
      await expect(writing).rejects.toMatchObject({ code: '25006' })
    })

    test('fails if its connection is lost, and the next one gets a new connection', async () => {
      const text = 'select pg_terminate_backend(pg_backend_pid())'
      await expect(readOnce(db.appPool, scopeOf(agencies[0]!), { text, values: [] })).rejects.toThrow()
      expect((await readOnce(db.appPool, scopeOf(agencies[1]!), notes)).rows).toEqual([{ agency_id: agencies[1] }])
    })
  })
})
