import type { Pool } from 'pg'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The gateway's entry and our booking arrive in either order; a mismatch older than this needs a look. */
const patience_ms = 3_600_000

/** What one side lacks, or what differs, since before a moment. $1 is the operator, $2 the moment. */
const unmatchedEntries = `
  select created_at as at, agency_id from gateway_entry where root_id = $1 and state = 'open' and created_at <= $2
  union all
  select booked_at, agency_id from gateway_gap where root_id = $1 and booked_at <= $2`

/** The mismatches on an agency's own account: first and last moment, and count. Empty if there are none. */
export async function countUnmatched(
  tx: Tx,
  { rootId, agencyId, now_ms }: { rootId: string; agencyId: string; now_ms: number },
): Promise<{ at: Date; lastAt: Date; count: number }[]> {
  const { rows } = await tx.query<{ at: Date; lastAt: Date; count: number }>(
    `select min(at) as at, max(at) as "lastAt", count(*)::integer as count from (${unmatchedEntries}) u
      where agency_id = $3 having count(*) > 0`,
    [rootId, dateOf(now_ms - patience_ms), agencyId],
  )
  return rows
}

/** The mismatches over all accounts of these operators. */
export async function countAllUnmatched(appPool: Pool, rootIds: readonly string[], now_ms: number): Promise<number> {
  let sum = 0
  for (const rootId of rootIds) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<{ unmatched: number }>(`select count(*)::integer as unmatched from (${unmatchedEntries}) u`, [
          rootId,
          dateOf(now_ms - patience_ms),
        ]),
      { readOnly: true },
    )
    sum += rows[0]!.unmatched
  }
  return sum
}

/** The accounts with recent mismatches, which may resolve by themselves. */
export async function findFresh(
  tx: Tx,
  rootId: string,
  now_ms: number,
): Promise<{ gateway: string; accountId: string }[]> {
  const { rows } = await tx.query<{ gateway: string; accountId: string }>(
    `select gateway, account_id as "accountId" from gateway_entry
      where root_id = $1 and state = 'open' and created_at > $2
     union
     select gateway, account_id from gateway_gap where root_id = $1 and booked_at > $2`,
    [rootId, dateOf(now_ms - patience_ms)],
  )
  return rows
}

/**
 * When the longest unread account was read. Left out are accounts that cannot be read any more: those whose owners disconnected
 * them here or revoked our access at the provider. $1 is the operator.
 */
const lastRead = `
  select min(read_at) from gateway_reading r
   where r.root_id = $1 and (r.account_id = '' or exists (
     select from connected_account c join company owner on owner.id = c.owner_id
      where c.root_id = $1 and c.gateway = r.gateway and c.account_id = r.account_id
        and owner.account_connected is distinct from 'failed'))`

/** The doctor's totals over every account of every operator. */
export async function checkBalances(
  appPool: Pool,
  now_ms: number,
): Promise<{ accounts: number; entries: number; unmatched: number; readAt: Date | null }> {
  const sum = { accounts: 0, entries: 0, unmatched: 0, readAt: null as Date | null }
  const { rows } = await appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
  for (const { root_id: rootId } of rows) {
    const figures = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<{ accounts: number; entries: number; unmatched: number; read_at: Date | null }>(
          `select (select count(*)::integer from gateway_reading where root_id = $1) as accounts,
              (select count(*)::integer from gateway_entry where root_id = $1) as entries,
              (select count(*)::integer from (${unmatchedEntries}) u) as unmatched,
              (${lastRead}) as read_at`,
          [rootId, dateOf(now_ms - patience_ms)],
        ),
      { readOnly: true, statementTimeout_ms: 60_000 },
    )
    const { accounts, entries, unmatched: open, read_at } = figures.rows[0]!
    sum.accounts += accounts
    sum.entries += entries
    sum.unmatched += open
    if (read_at && (!sum.readAt || read_at < sum.readAt)) sum.readAt = read_at
  }
  return sum
}
