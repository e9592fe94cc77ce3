import pg from 'pg'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#server/test/harness.ts'
import { toFailure } from '../http/answer-failure.ts'
import { addressFromUrl, createPools, Overloaded, acquireConnection, type Pools } from './pool.ts'

const db = await openTestDatabase()

const withPools = async (pools: Pools, work: (pools: Pools) => Promise<void>): Promise<void> => {
  try {
    await work(pools)
  } finally {
    await pools.close()
  }
}

const urlAs = (user: string, more = ''): string =>
  `postgres://${user}@localhost/${db.name}?host=${encodeURIComponent(String(db.address.owner.host))}${more}`

describe('columns become values', () => {
  const valueOf = async (expression: string): Promise<unknown> =>
    (await db.appPool.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]!.value

  test.each([
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ['(select count(*) from pg_class where false)', 0],
    ['array[1, null, 3]::bigint[]', [1, null, 3]],
    ['0.10::numeric', '0.10'],
    ["'2026-03-08'::date", '2026-03-08'],
    ["array['2026-03-08']::date[]", ['2026-03-08']],
    ["'2026-03-08 02:30:00'::timestamp", '2026-03-08 02:30:00'],
    ["'2026-03-08 02:30:00-06'::timestamptz", new Date('2026-03-08T08:30:00Z')],
    ["'2026-03-08 02:30:00.123456+00'::timestamptz", new Date('2026-03-08T02:30:00.123Z')],
    ["'0044-03-15 12:00:00+00 BC'::timestamptz", new Date('-000043-03-15T12:00:00Z')],
    ["'12026-03-08 02:30:00+00'::timestamptz", new Date('+012026-03-08T02:30:00Z')],
    ["'infinity'::timestamptz", Infinity],
    ['\'{"a": 1}\'::jsonb', { a: 1 }],
  ])('%s', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value)
  })

  test('a bigint that does not fit in a number is an error, not a wrong number', async () => {
    await expect(valueOf('9007199254740992::bigint')).rejects.toThrow(RangeError)
  })

  test('a date parameter keeps its day in any time zone of the machine', async () => {
    const { rows } = await db.appPool.query<{ day: string }>('select $1::date as day', ['2026-01-01'])
    expect(rows).toEqual([{ day: '2026-01-01' }])
  })
})

describe('a pool', () => {
  test('rejects callers with 503 when no connection becomes free in time, and serves the next', async () => {
    await withPools(
      createPools(db.address, () => {}, { app: 1, wait_ms: 50 }),
      async ({ appPool }) => {
        // Opening the connection may itself take longer than that.
        const only = await vi.waitFor(() => acquireConnection(appPool))
        const failure = await acquireConnection(appPool).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(Overloaded)
        expect(failure).toMatchObject({ status: 503, retryAfterSeconds: 1 })
        only.release()
        ;(await acquireConnection(appPool)).release()
      },
    )
  })

  test('rejects callers with 503 when the server does not open a connection in time', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
    await withPools(
      createPools({ owner: address, app: address }, () => {}, { wait_ms: 50 }),
      async ({ appPool }) => {
        await expect(acquireConnection(appPool)).rejects.toBeInstanceOf(Overloaded)
        expect(toFailure(await appPool.query('select 1').catch((error: unknown) => error)).failure.status).toBe(503)
      },
    )
    silent.close()
  })

  test('does not report an unreachable server as overloaded', async () => {
    const nowhere = { owner: { host: '/nonexistent' }, app: { host: '/nonexistent' } }
    await withPools(
      createPools(nowhere, () => {}),
      async ({ appPool }) => {
        await expect(acquireConnection(appPool)).rejects.toMatchObject({ code: 'ENOENT' })
      },
    )
  })

  test('survives broken connections, idle or in use, and replaces them', async () => {
    const messages: string[] = []
    const pools = createPools(db.address, (error) => messages.push(error.message), { app: 2 })
    await withPools(pools, async ({ appPool }) => {
      const [idle, usedClient] = [await acquireConnection(appPool), await acquireConnection(appPool)]
      const pids = [idle, usedClient].map((client) => (client as unknown as { processID: number }).processID)
      const ends = Promise.all(
        [idle, usedClient].map((client) => new Promise((resolve) => client.once('end', resolve))),
      )
      idle.release()
      await db.adminPool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
      await ends
      usedClient.release()
      expect(messages).toEqual([expect.stringMatching(/terminating connection/)])
      expect((await appPool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
  })

  test('limits the application’s statements to five seconds, but not the owner’s', async () => {
    const limit = async (pool: pg.Pool): Promise<unknown> =>
      (await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]!.statement_timeout
    await withPools(
      createPools(db.address, () => {}),
      async ({ appPool, ownerPool }) => {
        expect([await limit(appPool), await limit(ownerPool)]).toEqual(['5s', '0'])
      },
    )
  })
})

describe('a server named by URL', () => {
  test('is reached by the application as leadloom_app and by the owner as itself', async () => {
    const address = addressFromUrl(urlAs('leadloom_owner', '&options=-c%20work_mem%3D7MB'))
    await withPools(
      createPools(address, () => {}),
      async ({ appPool, ownerPool }) => {
        const facts = `select current_user::text as me, current_setting('work_mem') as memory`
        expect((await appPool.query(facts)).rows).toEqual([{ me: 'leadloom_app', memory: '7MB' }])
        expect((await ownerPool.query(facts)).rows).toEqual([{ me: 'leadloom_owner', memory: '7MB' }])
      },
    )
  })

  test('is rejected by the application if it connects as any other role', async () => {
    // Simulates a pooler that drops startup options.
    const address = addressFromUrl(urlAs('leadloom_owner'))
    await withPools(
      createPools({ owner: address.owner, app: address.owner }, () => {}),
      async ({ appPool }) => {
        await expect(appPool.query('select 1')).rejects.toThrow(/must connect as leadloom_app, not leadloom_owner/)
      },
    )
  })
})
