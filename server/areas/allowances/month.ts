import { Temporal } from 'temporal-polyfill'
import type { Book } from '#server/areas/ledger/book.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { readShareRule, type ShareRule } from './rule.ts'

// What may come back in a month, defined here alone: a percentage of what the agency's leads of the month have cost it at wholesale, or of
// what last month's cost if that is more. So the first days of a month have room, too. Months are those of the agency's calendar, in which
// it is billed; a lead counts at its original price, whatever became of it, as for spend caps (decision 109).

/** A calendar month of an agency. */
interface ShareMonth {
  /** Its first day. */
  month: string
  /** The wholesale cost of its leads so far, and of the month before, in 1/10,000 dollar. */
  cost_e4: number
  costBefore_e4: number
}

/** The month of an instant. Counts are kept by UTC hours, so one that a month begins in counts to the month before. */
export async function readMonth(tx: Tx, agencyId: string, now_ms: number, months_ago = 0): Promise<ShareMonth> {
  const zone = await readTimeZone(tx, agencyId)
  const first = Temporal.PlainDate.from(localDateAt(now_ms, zone)).with({ day: 1 }).subtract({ months: months_ago })
  const [before, from, until] = [-1, 0, 1].map((months) =>
    dateOf(first.add({ months }).toZonedDateTime(zone).epochMilliseconds),
  )
  const { rows } = await tx.query<{ cost_e4: number; costBefore_e4: number }>(
    `select coalesce(sum(wholesale_e4) filter (where start_at >= $3), 0)::bigint as cost_e4,
            coalesce(sum(wholesale_e4) filter (where start_at < $3), 0)::bigint as "costBefore_e4"
       from lead_count
      where agency_id = $1 and of_id = $1 and grain = 'hour' and start_at >= $2 and start_at < $4`,
    [agencyId, before, from, until],
  )
  return { month: first.toString(), ...rows[0]! }
}

/** The most that may come back in a month, in 1/10,000 dollar; null without a limit. */
export const allowanceOf = (
  { is_limited, share_percent }: ShareRule,
  { cost_e4, costBefore_e4 }: Pick<ShareMonth, 'cost_e4' | 'costBefore_e4'>,
): number | null => (is_limited ? Math.floor((Math.max(cost_e4, costBefore_e4) * share_percent) / 100) : null)

export interface ShareUse extends ShareMonth {
  /** By today's rule; null without a limit. */
  allowance_e4: number | null
}

export async function readUse(
  tx: Tx,
  { rootId, agencyId }: Book,
  now_ms: number,
  months_ago: number,
): Promise<ShareUse> {
  const month = await readMonth(tx, agencyId, now_ms, months_ago)
  const { rule } = await readShareRule(tx, rootId, agencyId)
  return { ...month, allowance_e4: allowanceOf(rule, month) }
}

/** What came back of the operator's share in a month, in 1/10,000 dollar, and was not reversed. */
export interface Returned {
  within_e4: number
  accepted_e4: number
  free_e4: number
}

/** A claim counts in the month in which it was made, also if the operator accepts it later. */
export async function readReturned(tx: Tx, agencyId: string, month: string): Promise<Returned> {
  const { rows } = await tx.query<Returned>(
    `select coalesce(sum(amount_e4) filter (where state = 'within'), 0)::bigint as within_e4,
            coalesce(sum(amount_e4) filter (where state = 'accepted'), 0)::bigint as accepted_e4,
            coalesce(sum(amount_e4) filter (where state = 'free'), 0)::bigint as free_e4
       from share_claim where agency_id = $1 and month = $2 and reversed_at is null`,
    [agencyId, month],
  )
  return rows[0]!
}

/** Locks a month's counter until the transaction ends, and returns what came back within the allowance. */
export async function lockUse(tx: Tx, { rootId, agencyId }: Book, month: string): Promise<number> {
  const { rows } = await tx.query<{ used_e4: number }>(
    `insert into share_month (agency_id, month, root_id) values ($1, $2, $3)
     on conflict (agency_id, month) do update set used_e4 = share_month.used_e4 returning used_e4`,
    [agencyId, month, rootId],
  )
  return rows[0]!.used_e4
}
