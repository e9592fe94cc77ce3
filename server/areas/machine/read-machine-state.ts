import type { Pool } from 'pg'

/** A process that renewed its row of late. */
export interface RunningProcess {
  machine: string
  version: string
  roles: string
  startedAt: Date
  isStopping: boolean
}

/** A process that misses four of its beats is not running. */
export async function readProcesses(ownerPool: Pool): Promise<RunningProcess[]> {
  const { rows } = await ownerPool.query<RunningProcess>(
    `select machine, version, roles, started_at as "startedAt", is_stopping as "isStopping"
       from running_process where seen_at > clock_timestamp() - interval '1 minute' order by machine, started_at, process_id`,
  )
  return rows
}

export interface CertificateFigures {
  /** Until the first certificate ends; null if none was seen. */
  left_s: number | null
  /** Hosts whose visitors see no certificate that holds. */
  failing: number
}

export async function readCertificates(ownerPool: Pool): Promise<CertificateFigures> {
  const { rows } = await ownerPool.query<CertificateFigures>(
    `select extract(epoch from min(expires_at) - clock_timestamp())::float8 as left_s,
            count(*) filter (where problem in ('unreachable', 'untrusted'))::int as failing from host_certificate`,
  )
  return rows[0]!
}

/** Enough for a direction, without the night of one import. */
const readingsNeeded = 12
const longest_s = 5 * 365 * 86_400

/** How long until the first machine's disk is full if it goes on as in the last week; null if none fills. */
export async function readDiskFull(ownerPool: Pool): Promise<number | null> {
  const { rows } = await ownerPool.query<{ full_s: number | null }>(
    `select min(free / -slope)::float8 as full_s from (
       select (array_agg(free_bytes order by read_at desc))[1] as free,
              regr_slope(free_bytes, extract(epoch from read_at)) as slope
         from disk_reading where read_at > clock_timestamp() - interval '7 days' group by machine having count(*) >= $1
     ) as trend where slope < 0`,
    [readingsNeeded],
  )
  const full_s = rows[0]?.full_s ?? null
  return full_s === null || full_s > longest_s ? null : full_s
}
