import './ensure-home.ts'
import pg from 'pg'
import { addressFromUrl } from '#server/platform/database/pool.ts'
import { ensureAppRole } from '#server/platform/database/roles.ts'
import { explainStart } from '#server/platform/explain-start.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { configOrExit } from './config-or-exit.ts'

// npm run db:prepare: creates the program's role for the empty database DATABASE_URL, before a dump is restored into it.

async function run(): Promise<void> {
  const { DATABASE_URL } = configOrExit()
  if (!DATABASE_URL) throw new StartProblem('Set DATABASE_URL to the empty database.')
  const client = new pg.Client(addressFromUrl(DATABASE_URL).owner)
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    if (rows[0]!.tables > 0)
      throw new StartProblem(
        `The database has ${rows[0]!.tables} tables: restore a dump into an empty one, or it is mixed with what is there.`,
      )
    await ensureAppRole(client)
    console.log('The role leadloom_app is there: restore the dump now (docs/runbooks/backup.md).')
  } finally {
    await client.end()
  }
}

await run().catch((error: unknown) => {
  console.error(explainStart(error) ?? (error as Error).message)
  process.exitCode = 1
})
