import type { Pool } from 'pg'
import type { HostCertificate, Machine, readMachine } from '#contract/machine/machine.ts'
import { readOnlyMode } from '#server/platform/read-only-mode.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readFigures } from './read-figures.ts'
import { readLines } from './machine-lines.ts'

const day_ms = 86_400_000

/** What the processes and the database tell, from the same figures as the metrics. */
export const handleReadMachine: Handler<typeof readMachine> = async (_input, { platform }) => {
  const { ownerPool, clock } = platform
  const figures = await readFigures(platform)
  const mode = await readOnlyMode(platform)
  return {
    result: 'success',
    data: {
      processes: (figures.stored?.processes ?? []).map(
        ({ machine, version, roles, startedAt, isStopping }): Machine['processes'][number] => ({
          machine,
          version,
          roles: roles.split(','),
          started_at: startedAt.toISOString(),
          is_stopping: isStopping,
        }),
      ),
      lines: readLines(figures, clock.now()),
      certificates: await listCertificates(ownerPool),
      statements: await readSlowStatements(ownerPool),
      read_only: mode && { since: mode.since.toISOString(), reason: mode.reason },
    },
  }
}

async function listCertificates(ownerPool: Pool): Promise<HostCertificate[]> {
  const { rows } = await ownerPool.query<{
    host: string
    expires_at: Date | null
    problem: HostCertificate['problem']
    checked_at: Date
    left_ms: number | null
  }>(
    `select host, expires_at, problem, checked_at,
            (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms
       from host_certificate order by expires_at nulls first, host limit 50`,
  )
  return rows.map(({ host, expires_at, problem, checked_at, left_ms }) => ({
    host,
    expires_at: expires_at?.toISOString() ?? null,
    days_left: left_ms === null ? null : Math.floor(left_ms / day_ms),
    problem,
    checked_at: checked_at.toISOString(),
  }))
}

const statementsShown = 15

/** What took most of the database's time. Its texts have no values: PostgreSQL replaces each by a parameter. */
async function readSlowStatements(ownerPool: Pool): Promise<Machine['statements']> {
  const { rows: places } = await ownerPool.query<{ place: string | null }>(
    `select (select quote_ident(n.nspname) || '.pg_stat_statements' from pg_extension e join pg_namespace n on n.oid = e.extnamespace
       where e.extname = 'pg_stat_statements') as place`,
  )
  const place = places[0]?.place
  if (!place) return null
  return ownerPool
    .query<NonNullable<Machine['statements']>[number]>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 500) as text, calls::int8::float8 as calls,
              total_exec_time / 1000 as total_s, mean_exec_time as mean_ms
         from ${place}
        where dbid = (select oid from pg_database where datname = current_database())
          and query ~* '^\\s*(select|insert|update|delete|with)\\y'
        order by total_exec_time desc limit $1`,
      [statementsShown],
    )
    .then(
      ({ rows }) => rows,
      // Created, but not among the libraries that the server loads.
      () => null,
    )
}
