import { Temporal } from 'temporal-polyfill'
import type { HistoryItem } from '#contract/wallet/wallet.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'

/** The zone that an agency's months are counted in. */
export async function readZone(tx: Tx, agencyId: string): Promise<string> {
  const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [agencyId])
  return rows[0]!.zone
}

export const monthAt = (now_ms: number, zone: string): string => localDateAt(now_ms, zone).slice(0, 7)

/** Whole cents: what goes out is below 0. */
const dollars = (e4: number): number => dollarsFromCents(centsFromE4(e4))

const titles = {
  topup: 'Top-up',
  leads: 'Leads',
  expiry: 'Expired',
  refund: 'Refunded',
  return: 'Leads returned',
  lost: 'Taken back by the bank',
  regained: 'Given back by the bank',
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

/** What came and went in a month of the agency's calendar, the newest first: every top-up, and by day what was used. */
export async function readHistory(tx: Tx, balanceId: string, agencyId: string, of: Month): Promise<HistoryItem[]> {
  const start = Temporal.PlainYearMonth.from(of.month).toPlainDate({ day: 1 })
  const range = [start, start.add({ months: 1 })].map((date) => dateOf(startOfDate_ms(date.toString(), of.zone)))
  const { rows: lots } = await tx.query<LotRow>(
    `select id, amount_e4, bought_at, expires_at from prepaid_lot
      where agency_id = $1 and balance_id = $2 and bought_at >= $3 and bought_at < $4`,
    [agencyId, balanceId, ...range],
  )
  const { rows: uses } = await tx.query<UseRow>(
    `select (used_at at time zone $5)::date::text as day, kind, sum(amount_e4)::bigint as amount_e4,
            sum(leads)::integer as leads, max(used_at) as last_at
       from prepaid_use
      where agency_id = $1 and balance_id = $2 and used_at >= $3 and used_at < $4 group by 1, 2`,
    [agencyId, balanceId, ...range, of.zone],
  )
  return [...lots.map(presentLot), ...uses.map(presentUse)].sort((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
  )
}

export interface Month {
  /** `2026-11`. */
  month: string
  zone: string
}

const presentLot = (lot: LotRow): HistoryItem => ({
  id: lot.id,
  title: titles.topup,
  created_at: lot.bought_at.toISOString(),
  expired_at: lot.expires_at?.toISOString() ?? null,
  amount: dollars(lot.amount_e4),
  transaction_type: 'topup',
  leads: 0,
})

const presentUse = (use: UseRow): HistoryItem => ({
  id: `${use.kind}-${use.day}`,
  title: titles[use.kind],
  created_at: use.last_at.toISOString(),
  expired_at: null,
  amount: use.kind === 'return' || use.kind === 'regained' ? dollars(use.amount_e4) : -dollars(use.amount_e4),
  transaction_type: use.kind === 'leads' ? 'charge' : 'other',
  leads: use.leads,
})
