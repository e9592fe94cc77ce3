import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'

const tick_ms = 10

/** CPU time that the database's sessions and this program have used so far, in milliseconds. Null where /proc is not. */
export async function cpuOf(adminPool: Pool): Promise<{ database_ms: number; program_ms: number } | null> {
  const { rows } = await adminPool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  const own = process.cpuUsage()
  try {
    const database_ms = rows.reduce((sum, { pid }) => {
      // Behind the name in brackets, which may hold spaces: fields 14 and 15 are user and system time.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return sum + (Number(fields[11]) + Number(fields[12])) * tick_ms
    }, 0)
    return { database_ms, program_ms: (own.user + own.system) / 1000 }
  } catch {
    return null
  }
}
