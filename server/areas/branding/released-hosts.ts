import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findHostOf } from './find-host.ts'

/** How long a released name is reserved for its last owner (SEC-11). */
const quarantine_ms = 90 * 86_400_000

/** Reserves a name for the company that has released it. */
export const releaseHost = (tx: Tx, at: Date, host: string, companyId: string): Promise<unknown> =>
  tx.query(
    `insert into released_host (host, company_id, released_at) values ($1, $2, $3)
     on conflict (host) do update set company_id = $2, released_at = $3`,
    [host, companyId, at],
  )

/** Whether a name is still reserved for another company; null stands for a company that is being created. */
export async function isReservedForAnother(
  tx: Tx,
  now_ms: number,
  host: string,
  companyId: string | null,
): Promise<boolean> {
  const { rows } = await tx.query(
    'select from released_host where host = $1 and released_at > $2 and company_id is distinct from $3',
    [host, dateOf(now_ms - quarantine_ms), companyId],
  )
  return rows.length > 0
}

/**
 * The current host of a name's last owner; null for any other name. Links in earlier mails redirect there while the
 * name is in quarantine.
 */
export async function findMovedHost(
  { appPool, clock }: Pick<Platform, 'appPool' | 'clock'>,
  host: string,
): Promise<string | null> {
  const { rows } = await appPool.query<{ company_id: string }>(
    'select company_id from released_host where host = $1 and released_at > $2',
    [host, dateOf(clock.now() - quarantine_ms)],
  )
  return rows[0] ? findHostOf(appPool, rows[0].company_id) : null
}

/** A name is in use again, which ends its quarantine. */
export const endQuarantine = (tx: Tx, host: string): Promise<unknown> =>
  tx.query('delete from released_host where host = $1', [host])
