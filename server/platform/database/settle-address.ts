import pg from 'pg'
import { StartProblem } from '../start-problem.ts'
import type { DatabaseAddress } from './pool.ts'

const patience_ms = 10_000
/** An unused setting whose value shows whether options of a new connection arrive. */
const mark = { name: 'leadloom.options', value: 'arrive' }
const tries = 3

/**
 * Finds out whether a pooler stands in front of an operator's server. Poolers refuse or drop the options of a new connection,
 * so that the pools have to make their settings by statements. Throws `StartProblem` for a pooler that gives each transaction
 * another connection: signals, queued jobs and the lock of migrations need one that stays.
 */
export async function settleAddress(address: DatabaseAddress): Promise<DatabaseAddress> {
  if (!address.mayPool || (await takesOptions(address.owner))) return address
  await assertSessions(address.owner)
  return { ...address, isPooled: true }
}

async function takesOptions(config: pg.ClientConfig): Promise<boolean> {
  const options = `${config.options ?? ''} -c ${mark.name}=${mark.value}`
  try {
    return await withClient({ ...config, options }, async (client) => {
      const { rows } = await client.query<{ value: string | null }>('select current_setting($1, true) as value', [
        mark.name,
      ])
      return rows[0]!.value === mark.value
    })
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false
    throw error
  }
}

/** A second connection gets the first one's server while that is between transactions, or the first one loses it. */
async function assertSessions(config: pg.ClientConfig): Promise<void> {
  const plain = { ...config, options: undefined }
  await withClient(plain, (first) =>
    withClient(plain, async (second) => {
      for (let triesLeft = tries; triesLeft > 0; triesLeft--) {
        const before = await pidOf(first)
        await second.query('begin').catch(refuse)
        const meanwhile = await pidOf(second)
        const after = await pidOf(first)
        await second.query('rollback')
        if (before === meanwhile || before !== after) refuse()
      }
    }),
  )
}

function refuse(): never {
  throw new StartProblem(
    'The pooler in front of the database gives each transaction another connection: set its pool_mode to session, or name the database’s own address in DATABASE_URL (docs/runbooks/connections.md).',
  )
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: patience_ms, query_timeout: patience_ms })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
