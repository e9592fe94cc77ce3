import { Temporal } from 'temporal-polyfill'
import type { HistoryItem } from '#contract/wallet/wallet.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'

export const monthAt = (now_ms: number, zone: string): string => localDateAt(now_ms, zone).slice(0, 7)

const titles = {
  topup: 'Top-up',
  leads: 'Leads',
  expiry: 'Expired',
  refund: 'Refunded',
  return: 'Leads returned',
  lost: 'Reversed by the bank',
  regained: 'Returned by the bank',
} as const

interface LotRow {
  id: string
  amount_e4: number
  bought_at: Date
  expires_at: Date | null
}

interface UseRow {
  day: string
  kind: Exclude<keyof typeof titles, 'topup'>
  amount_e4: number
  leads: number
  last_at: Date
}

/** A history line before its amount is rounded to cents: positive for money in, negative for money out. */
interface Line {
  item: Omit<HistoryItem, 'amount'>
  e4: number
}

/**
 * The history of a month of the agency's calendar, newest first: every top-up, and the usage of each day. Amounts are
 * differences of the balance rounded to cents, so that they add up to it (decision 171).
 */
export async function readHistory(tx: Tx, balanceId: string, agencyId: string, of: Month): Promise<HistoryItem[]> {
  const start = Temporal.PlainYearMonth.from(of.month).toPlainDate({ day: 1 })
  const [from, to] = [start, start.add({ months: 1 })].map((date) => dateOf(startOfDate_ms(date.toString(), of.zone)))
  const { rows: lots } = await tx.query<LotRow>(
    `select id, amount_e4, bought_at, expires_at from prepaid_lot
      where agency_id = $1 and balance_id = $2 and bought_at >= $3 and bought_at < $4`,
    [agencyId, balanceId, from, to],
  )
  const { rows: uses } = await tx.query<UseRow>(
    `select (used_at at time zone $5)::date::text as day, kind, sum(amount_e4)::bigint as amount_e4,
            sum(leads)::integer as leads, max(used_at) as last_at
       from prepaid_use
      where agency_id = $1 and balance_id = $2 and used_at >= $3 and used_at < $4 group by 1, 2`,
    [agencyId, balanceId, from, to, of.zone],
  )
  const lines = [...lots.map(lineOfLot), ...uses.map(lineOfUse)].sort(({ item: a }, { item: b }) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  )
  return inCents(lines, await readLeftAt(tx, agencyId, balanceId, to!)).reverse()
}

/** The balance at a moment, in 1/10,000 dollar: the current one minus everything that changed it since. */
async function readLeftAt(tx: Tx, agencyId: string, balanceId: string, at: Date): Promise<number> {
  const { rows } = await tx.query<{ e4: number }>(
    `select ((select coalesce(sum(remaining_e4 - case when bought_at >= $3 then amount_e4 else 0 end), 0)
                from prepaid_lot where agency_id = $1 and balance_id = $2)
           + (select coalesce(sum(case when kind in ('return', 'regained') then -amount_e4 else amount_e4 end), 0)
                from prepaid_use where agency_id = $1 and balance_id = $2 and used_at >= $3))::bigint as e4`,
    [agencyId, balanceId, at],
  )
  return rows[0]!.e4
}

/**
 * Turns lines, oldest first, into cents; `left_e4` is the balance after the last one. Each amount is the difference of
 * the rounded balances after and before it. A top-up shows its exact amount, and the next line absorbs the rounding.
 */
function inCents(lines: readonly Line[], left_e4: number): HistoryItem[] {
  let at_e4 = left_e4 - lines.reduce((sum, { e4 }) => sum + e4, 0)
  let shown_cents = centsFromE4(at_e4)
  return lines.map(({ item, e4 }) => {
    at_e4 += e4
    const after_cents = item.transaction_type === 'topup' ? shown_cents + e4 / 100 : centsFromE4(at_e4)
    const amount = dollarsFromCents(after_cents - shown_cents)
    shown_cents = after_cents
    return { ...item, amount }
  })
}

export interface Month {
  /** `2026-11`. */
  month: string
  zone: string
}

const lineOfLot = (lot: LotRow): Line => ({
  item: {
    id: lot.id,
    title: titles.topup,
    created_at: lot.bought_at.toISOString(),
    expired_at: lot.expires_at?.toISOString() ?? null,
    transaction_type: 'topup',
    leads: 0,
  },
  e4: lot.amount_e4,
})

const lineOfUse = (use: UseRow): Line => ({
  item: {
    id: `${use.kind}-${use.day}`,
    title: titles[use.kind],
    created_at: use.last_at.toISOString(),
    expired_at: null,
    transaction_type: use.kind === 'leads' ? 'charge' : 'other',
    leads: use.leads,
  },
  e4: use.kind === 'return' || use.kind === 'regained' ? use.amount_e4 : -use.amount_e4,
})
