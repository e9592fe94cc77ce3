import type {
  listReconciledDays,
  listUnmatched,
  readReconciliation,
  ReconciledDay,
  Unmatched,
} from '#contract/payments/reconciliation.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The account: $1 is the operator, $2 the agency, or null for the operator's own account. */
const ofPayee = 'root_id = $1 and agency_id is not distinct from $2::uuid'

/** All movements: the gateway's entries with their booked amounts, and bookings that the gateway has no entry for. */
const movements = `
  select created_at as at, kind, state, amount_cents, fee_cents, booked_cents from gateway_entry where ${ofPayee}
  union all
  select booked_at, 'gap', 'open', 0, 0, amount_cents from gateway_gap where ${ofPayee}`

/** Payouts and fees aren't reconciled, and other business on the account is shown separately. */
const isOurs = `state <> 'other' and kind not in ('payout', 'fee')`

const sums = `
  coalesce(sum(booked_cents) filter (where ${isOurs}), 0)::bigint as booked_cents,
  coalesce(sum(amount_cents) filter (where ${isOurs}), 0)::bigint as at_gateway_cents,
  coalesce(sum(fee_cents) filter (where state <> 'other'), 0)::bigint as fee_cents,
  coalesce(sum(-amount_cents) filter (where kind = 'payout'), 0)::bigint as paid_out_cents,
  coalesce(sum(amount_cents - fee_cents) filter (where state = 'other'), 0)::bigint as other_cents,
  coalesce(sum(amount_cents - fee_cents), 0)::bigint as balance_cents,
  (count(*) filter (where state = 'open'))::integer as unmatched`

interface Sums {
  booked_cents: number
  at_gateway_cents: number
  fee_cents: number
  paid_out_cents: number
  other_cents: number
  balance_cents: number
  unmatched: number
}

const present = (row: Sums): Omit<ReconciledDay, 'date'> => ({
  booked: dollarsFromCents(row.booked_cents),
  at_gateway: dollarsFromCents(row.at_gateway_cents),
  difference: dollarsFromCents(row.at_gateway_cents - row.booked_cents),
  fees: dollarsFromCents(row.fee_cents),
  paid_out: dollarsFromCents(row.paid_out_cents),
  other: dollarsFromCents(row.other_cents),
  unmatched: row.unmatched,
})

export const handleReadReconciliation: Handler<typeof readReconciliation> = async (_input, { caller, readOnce }) => {
  const rows = await readOnce<Sums & { read_at: Date | null }>({
    text: `select ${sums}, (select min(read_at) from gateway_reading where ${ofPayee}) as read_at from (${movements}) m`,
    values: [caller.rootId, caller.agencyId],
  })
  const row = rows[0]!
  const balance = dollarsFromCents(row.balance_cents)
  return { result: 'success', data: { ...present(row), balance, read_at: row.read_at?.toISOString() ?? null } }
}

export const handleListReconciledDays: Handler<typeof listReconciledDays> = async ({ query }, { caller, readOnce }) => {
  const rows = await readOnce<Sums & { date: string; total: number }>({
    text: `select (m.at at time zone (select time_zone from company where id = coalesce($2::uuid, $1)))::date::text as date,
        ${sums}, count(*) over ()::integer as total
      from (${movements}) m
     group by 1 order by 1 desc limit $3 offset $4`,
    values: [caller.rootId, caller.agencyId, query.perPage, (query.page - 1) * query.perPage],
  })
  const days = rows.map((row) => ({ date: row.date, ...present(row) }))
  return toPage(days, query.page, query.perPage, rows[0]?.total ?? 0)
}

interface UnmatchedRow {
  id: string
  side: Unmatched['side']
  kind: Unmatched['kind']
  gateway_id: string
  at: Date
  amount_cents: number
  booked_cents: number
  company_id: string | null
  company_name: string | null
  issuer: 'agency' | 'root' | null
  year: number
  number: number
  total: number
}

/** Mismatches with their charge, its payer and its invoice, if known. */
export const handleListUnmatched: Handler<typeof listUnmatched> = async ({ query }, { caller, readOnce }) => {
  const rows = await readOnce<UnmatchedRow>({
    text: `with open as (
        select id, 'gateway' as side, kind, gateway_id, created_at as at, amount_cents, booked_cents, subject_kind,
            subject_id, book_agency_id
          from gateway_entry where ${ofPayee} and state = 'open'
        union all
        select id, 'books', subject_kind, '', booked_at, 0, amount_cents, subject_kind, subject_id, book_agency_id
          from gateway_gap where ${ofPayee})
      select o.id, o.side, o.kind, o.gateway_id, o.at, o.amount_cents, o.booked_cents, payer.id as company_id,
          payer.name as company_name, i.issuer, i.year, i.number, count(*) over ()::integer as total
        from open o
        left join refund r on o.subject_kind = 'refund' and r.agency_id = o.book_agency_id and r.id = o.subject_id
        left join charge c on c.agency_id = o.book_agency_id and c.id = coalesce(r.charge_id, o.subject_id)
        left join company payer on payer.id = case when $2::uuid is null then o.book_agency_id else c.client_id end
        left join invoice i on i.agency_id = c.agency_id and i.id = c.id
       order by o.at desc, o.side, o.id limit $3 offset $4`,
    values: [caller.rootId, caller.agencyId, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(
    rows.map(({ issuer, year, number, amount_cents, booked_cents, at, total: _total, ...row }) => ({
      ...row,
      at: at.toISOString(),
      amount: dollarsFromCents(amount_cents),
      booked: dollarsFromCents(booked_cents),
      invoice: issuer === null ? '' : numberOf({ issuer, year, number } as Numbered),
    })),
    query.page,
    query.perPage,
    rows[0]?.total ?? 0,
  )
}
