import { finished } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { newId } from '../ids.ts'
import { createPools, Overloaded } from './pool.ts'
import { inScope, retryConflicts } from './scope.ts'
import type { Scope, Tx } from './tx.ts'

const rootId = newId(1)
const agencyId = newId(2)
const clientId = newId(3)
const agency: Scope = { kind: 'agency', rootId, agencyId }
const none: Scope = { kind: 'none' }

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 10 })
  await db.ownerPool.query(`
    create table note (root_id uuid, agency_id uuid not null, client_id uuid, n serial, primary key (agency_id, n));
    select tenant_policies('note', 'select, insert, update, delete');
    grant usage on note_n_seq to leadloom_app;
    create table free (n integer primary key, hits integer not null default 0);
    grant select, insert, update on free to leadloom_app`)
})
afterAll(() => db.drop())

const settings = `select nullif(current_setting('app.root_id', true), '') as root,
  nullif(current_setting('app.agency_id', true), '') as agency, nullif(current_setting('app.client_id', true), '') as client`

const one = async <Row extends Record<string, unknown>>(tx: Tx, text: string): Promise<Row> =>
  (await tx.query<Row>(text)).rows[0]!

describe('a scope', () => {
  test.each([
    [
      { kind: 'root', rootId },
      { root: rootId, agency: null, client: null },
    ],
    [agency, { root: null, agency: agencyId, client: null }],
    [
      { kind: 'client', rootId, agencyId, clientId },
      { root: null, agency: null, client: clientId },
    ],
    [none, { root: null, agency: null, client: null }],
  ] as [Scope, object][])('sets exactly its own setting: %o', async (scope, expected) => {
    expect(await inScope(db.appPool, scope, (tx) => one(tx, settings))).toEqual(expected)
  })

  test('also applies to the owner of the tables, and COPY into a tenant table is rejected', async () => {
    await inScope(db.appPool, agency, (tx) => tx.query('insert into note (agency_id) values ($1)', [agencyId]))
    expect((await db.ownerPool.query('select from note')).rowCount).toBe(0)
    expect((await db.adminPool.query('delete from note')).rowCount).toBe(1)
    for (const pool of [db.appPool, db.ownerPool]) {
      await expect(pool.query('copy note (agency_id) from stdin')).rejects.toMatchObject({ code: '0A000' })
    }
  })

  test('accepts only UUIDs in its text', async () => {
    const evil: Scope = { kind: 'agency', rootId, agencyId: `${agencyId}'; drop table note; --` }
    await expect(inScope(db.appPool, evil, (tx) => tx.query('select 1'))).rejects.toThrow(TypeError)
    expect(db.appPool.waitingCount).toBe(0)
  })

  test('never leaks: 50 scopes, 10 connections, work that ends in every way', { timeout: 60_000 }, async () => {
    const agencies = Array.from({ length: 50 }, (_, at) => newId(1_000 + at))
    const pools = createPools(db.address, () => {}, { app: 10, wait_ms: 30_000 })
    let foreign = 0
    let endings: Record<string, number> = {}
    const run = async (id: string, way: number): Promise<void> => {
      const scope: Scope = { kind: 'agency', rootId, agencyId: id }
      const outcome = await inScope(pools.appPool, scope, (tx) => leakProbe(tx, id, way), {
        statementTimeout_ms: 1_000,
      })
        .then((count) => {
          foreign += count
          return way > 7 ? 'read' : 'done'
        })
        .catch((error: { code?: string; message: string }) => error.code ?? error.message)
      endings = { ...endings, [outcome]: (endings[outcome] ?? 0) + 1 }
    }
    const rounds = sampleOf(12, 40)
    for (let round = 0; round < rounds; round++) {
      // A different ending for each agency in each round, in an order that is the same in every run.
      await Promise.all(agencies.map((id, at) => run(id, (at * 7 + round * 3) % 11)))
    }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => pools.appPool.query(`${settings}, pg_sleep(0.01)::text as slept`)),
    )
    await pools.close()
    expect(foreign).toBe(0)
    expect(Object.keys(endings).toSorted()).toEqual(['22012', '57014', '57P01', 'changed its mind', 'done', 'read'])
    expect(endings['done']).toBeGreaterThan(rounds * 12)
    for (const { rows } of results) expect(rows[0]).toMatchObject({ root: null, agency: null, client: null })
    const { rows } = await db.adminPool.query<{ count: number }>('select count(*) from note')
    expect(rows[0]!.count).toBe(endings['done'])
  })
})

/** Writes one row of the agency (or only reads), counts visible rows of others, and ends in one of many ways. */
async function leakProbe(tx: Tx, id: string, way: number): Promise<number> {
  const scopeSeen = await one<{ agency: string }>(tx, settings)
  if (way <= 7) await tx.query('insert into note (agency_id) values ($1)', [id])
  const { rows } = await tx.prepared<{ count: number }>(
    'foreign-notes',
    'select count(*) from note where agency_id <> $1',
    [id],
  )
  if (way === 1) throw new Error('changed its mind')
  if (way === 2 || way === 9) await tx.query('select 1 / 0')
  if (way === 3) await tx.query('set local statement_timeout = 1; select pg_sleep(1)')
  if (way === 4 || way === 10) await tx.query('select pg_terminate_backend(pg_backend_pid())')
  return rows[0]!.count + (scopeSeen.agency === id ? 0 : 1)
}

/** Lets the first BEGIN on a connection fail before it begins anything, as if it had been canceled. */
function failFirstBegin(client: PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const failing = (...asked: unknown[]): unknown => {
    const { text = '' } = asked[0] as { text?: string }
    if (!text.startsWith('BEGIN')) return query(...asked)
    client.query = query as typeof client.query
    return query({ text: `do $$ begin raise query_canceled; end $$; ${text}` }, ...asked.slice(1))
  }
  client.query = failing as typeof client.query
}

describe('a transaction', () => {
  const countText = 'select count(*) from free'
  const count = async (pool: Pool = db.adminPool): Promise<number> =>
    (await pool.query<{ count: number }>(countText)).rows[0]!.count

  test('is rolled back when its work throws, and rethrows the error', async () => {
    const before = await count()
    const work = inScope(db.appPool, none, async (tx) => {
      await tx.query('insert into free values (1)')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await count()).toBe(before)
  })

  test('pipelines statements that each see the results of those before, and continues one by one', async () => {
    const before = await count()
    const counts = await inScope(db.appPool, none, async (tx) => {
      let last = 700
      const add = async (): Promise<number> => (await tx.query('insert into free values ($1)', [++last])).rowCount!
      const countFree = async (): Promise<number> => (await one<{ count: number }>(tx, countText)).count
      const together = await tx.together(() => [add(), countFree(), add(), countFree()])
      return [...together, await add(), await countFree()]
    })
    expect(counts).toEqual([1, before + 1, 1, before + 2, 1, before + 3])
    expect(await count()).toBe(before + 3)
  })

  test('throws the first error of pipelined statements, keeps none of them, and leaves its connection usable', async () => {
    const pools = createPools(db.address, () => {}, { app: 1 })
    const before = await count()
    const work = inScope(pools.appPool, none, (tx) =>
      tx.together(() => [
        tx.query('insert into free values (1)'),
        // This rejection settles after that of the next statement has arrived.
        tx.query('select 1 / 0').catch(async (error: Error) => {
          await Promise.resolve()
          throw new Error('in other words', { cause: error })
        }),
        tx.query('insert into free values (1)'),
      ]),
    )
    await expect(work).rejects.toThrow('in other words')
    expect(await count()).toBe(before)
    const { rows } = await pools.appPool.query<{ two: number }>('select 2 as two')
    expect(rows).toEqual([{ two: 2 }])
    await pools.close()
  })

  test('that is read-only rejects writes', async () => {
    const work = inScope(db.appPool, none, (tx) => tx.query('insert into free values (1)'), { readOnly: true })
    await expect(work).rejects.toMatchObject({ code: '25006' })
  })

  test('that is read-only leaves its connection usable for everything else', async () => {
    const pools = createPools(db.address, () => {}, { app: 1 })
    const readOnly = (text: string): Promise<unknown> =>
      inScope(pools.appPool, none, async (tx) => (await tx.query(text)).rows, { readOnly: true })
    expect(await Promise.all([readOnly('select 1 as n'), readOnly('select 2 as n')])).toEqual([[{ n: 1 }], [{ n: 2 }]])
    await expect(readOnly('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    await expect(readOnly('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P01' })
    await readOnly('select')
    // The driver refuses COPY on a connection that is still pipelined.
    const client = await pools.appPool.connect()
    const copy = client.query(copyFrom('copy free (n) from stdin'))
    copy.end('41\n42\n')
    await finished(copy)
    client.release()
    expect(copy.rowCount).toBe(2)
    await pools.close()
  })

  test('has its own statement timeout and restores the connection’s usual one', async () => {
    const slow = inScope(db.appPool, none, (tx) => tx.query('select pg_sleep(2)'), { statementTimeout_ms: 20 })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(await inScope(db.appPool, none, (tx) => one(tx, 'show statement_timeout'))).toEqual({
      statement_timeout: '5s',
    })
  })

  test('fails if the error of a statement was swallowed, since nothing was committed', async () => {
    const work = inScope(db.appPool, none, async (tx) => {
      await tx.query('insert into free values (2)')
      await tx.query('select 1 / 0').catch(() => {})
      return 'done'
    })
    await expect(work).rejects.toThrow(/rolled back/)
    const result = await db.adminPool.query('select from free where n = 2')
    expect(result.rowCount).toBe(0)
  })

  test('runs concurrent queries in order, and ends only after the last one', async () => {
    const numbers = [11, 12, 13]
    await inScope(db.appPool, none, async (tx) => {
      await Promise.all(numbers.map((n) => tx.query('insert into free values ($1)', [n])))
      void tx.query('insert into free values (14)')
    })
    const { rows } = await db.adminPool.query<{ n: number }>('select n from free where n between 11 and 20 order by n')
    expect(rows.map((row) => row.n)).toEqual([11, 12, 13, 14])
  })

  const addHits = (tx: Tx, n: number, hits: string): void =>
    tx.beforeCommit('add-hits', 'update free set hits = hits + $2 where n = $1', [String(n), hits])

  test('runs the statements that go with its commit after all others, in their order', async () => {
    const row = await inScope(db.appPool, none, async (tx) => {
      addHits(tx, 801, '2')
      tx.beforeCommit('double-hits', 'update free set hits = hits * 10 where n = $1', ['801'])
      await tx.query('insert into free values (801, 1)')
      return one(tx, 'select hits from free where n = 801')
    })
    expect(row).toEqual({ hits: 1 })
    const { rows } = await db.adminPool.query('select hits from free where n = 801')
    expect(rows).toEqual([{ hits: 30 }])
  })

  test('fails with a statement that goes with its commit, keeps nothing, and leaves its connection usable', async () => {
    const pools = createPools(db.address, () => {}, { app: 1 })
    const works = ['much', '1'].map((hits) =>
      inScope(pools.appPool, none, async (tx) => {
        await tx.query('insert into free values (802)')
        addHits(tx, 802, hits)
      }),
    )
    const [failure, otherResult] = await Promise.allSettled(works)
    expect(failure).toMatchObject({ status: 'rejected', reason: { code: '22P02' } })
    expect(otherResult!.status).toBe('fulfilled')
    const { rows } = await pools.appPool.query('select hits from free where n = 802')
    expect(rows).toEqual([{ hits: 1 }])
    await pools.close()
  })

  test('that is read-only refuses statements that go with its commit, since their failure would go unnoticed', async () => {
    const work = inScope(db.appPool, none, async (tx) => addHits(tx, 1, '1'), { readOnly: true })
    await expect(work).rejects.toThrow(/read-only/)
  })

  test('whose beginning fails stores nothing', async () => {
    const work = inScope(db.appPool, none, (tx) => tx.query('insert into free values (803)'), {
      statementTimeout_ms: -1,
    })
    await expect(work).rejects.toThrow()
    expect((await db.adminPool.query('select from free where n = 803')).rowCount).toBe(0)
  })

  test('whose BEGIN was canceled runs no further statement, and its connection is closed', async () => {
    const pools = createPools(db.address, () => {}, { app: 1 })
    pools.appPool.once('connect', failFirstBegin)
    const work = inScope(pools.appPool, none, async (tx) => {
      await tx.query('select 1')
      await tx.query('insert into free values (804)').catch(() => {})
      await tx.together(() => [tx.query('insert into free values (805)')]).catch(() => {})
      await tx.prepared('late', 'insert into free values (806)', [])
    })
    await expect(work).rejects.toMatchObject({ code: '57014' })
    expect((await db.adminPool.query('select from free where n between 804 and 806')).rowCount).toBe(0)
    expect(pools.appPool.totalCount).toBe(0)
    await inScope(pools.appPool, none, (tx) => tx.query('insert into free values (807)'))
    await pools.close()
  })

  test('is not committed if a statement that goes with its commit has another one’s name', async () => {
    const pools = createPools(db.address, () => {}, { app: 1 })
    await inScope(pools.appPool, none, (tx) => tx.prepared('twice', 'select 1', []))
    for (const names of [['twice'], ['once', 'once']]) {
      const work = inScope(pools.appPool, none, async (tx) => {
        await tx.query('insert into free values (808)')
        for (const [at, name] of names.entries()) tx.beforeCommit(name, `update free set hits = ${at}`, [])
      })
      await expect(work, names.join()).rejects.toThrow(/two texts/)
    }
    expect((await pools.appPool.query('select from free where n = 808')).rowCount).toBe(0)
    await pools.close()
  })

  test('accepts no query after its end', async () => {
    const leak = await inScope(db.appPool, none, async (tx) => ({ tx }))
    await expect(leak.tx.query('select 1')).rejects.toThrow(/has ended/)
    expect(() => addHits(leak.tx, 1, '1')).toThrow(/has ended/)
  })

  test('that gets no connection throws Overloaded', async () => {
    const pools = createPools(db.address, () => {}, { app: 1, wait_ms: 30 })
    await inScope(pools.appPool, none, async () => {
      await expect(inScope(pools.appPool, none, (tx) => tx.query('select 1'))).rejects.toThrow(Overloaded)
    })
    await pools.close()
  })
})

describe('work after the commit', () => {
  test('runs once, when the rows are visible to everyone', async () => {
    let rowsFound: Promise<unknown> | undefined
    await inScope(db.appPool, none, async (tx) => {
      tx.afterCommit(() => {
        rowsFound = db.adminPool.query('select n from free where n = 21').then(({ rows }) => rows)
      })
      await tx.query('insert into free values (21)')
      expect(rowsFound).toBeUndefined()
    })
    expect(await rowsFound).toEqual([{ n: 21 }])
  })

  test('does not run after a rollback', async () => {
    let ran = false
    const work = inScope(db.appPool, none, async (tx) => {
      tx.afterCommit(() => void (ran = true))
      await tx.query('select 1 / 0')
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(ran).toBe(false)
  })

  test('that fails is reported, but the transaction counts as committed', async () => {
    const messages: string[] = []
    const pools = createPools(db.address, (error) => messages.push(error.message))
    const work = inScope(pools.appPool, none, async (tx) => {
      tx.afterCommit(() => {
        throw new Error('later')
      })
      return 'kept'
    })
    expect(await work).toBe('kept')
    expect(messages).toEqual(['later'])
    await pools.close()
  })
})

describe('a conflict between transactions', () => {
  test('is resolved by retrying the loser', async () => {
    await inScope(db.appPool, none, (tx) => tx.query('insert into free values (31), (32)'))
    let runs = 0
    let bothHold!: () => void
    const bothHeld = new Promise<void>((resolve) => (bothHold = resolve))
    const cross = (first: number, second: number): Promise<void> =>
      retryConflicts(() =>
        inScope(db.appPool, none, async (tx) => {
          await tx.query('update free set hits = hits + 1 where n = $1', [first])
          if (++runs === 2) bothHold()
          await bothHeld
          await tx.query('update free set hits = hits + 1 where n = $1', [second])
        }),
      )
    await Promise.all([cross(31, 32), cross(32, 31)])
    const { rows } = await db.adminPool.query('select hits from free where n in (31, 32)')
    expect(rows).toEqual([{ hits: 2 }, { hits: 2 }])
    // The loser may conflict with the winner once more if it retries before the winner has committed.
    expect(runs).toBeGreaterThan(2)
  })

  test('is given up after five attempts; any other error immediately', async () => {
    let runs = 0
    const failing = (code: string): Promise<never> =>
      retryConflicts(async () => {
        runs++
        throw Object.assign(new Error(code), { code })
      })
    await expect(failing('40001')).rejects.toThrow('40001')
    expect(runs).toBe(5)
    await expect(failing('23505')).rejects.toThrow('23505')
    expect(runs).toBe(6)
  })
})
