import type { Charge, listCharges } from '#contract/billing/charges.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { agencyOf } from './agency-of.ts'

/** When a declined charge `c` is retried, in its payer's calendar. */
export const nextTry = `(select d.next_on::text from dunning_case d
   where d.agency_id = c.agency_id and d.charge_id = c.id and c.status = 'declined')`

/** What was refunded of a charge `c`, in cents. */
export const refundedCents = `(select coalesce(sum(r.amount_cents), 0)::bigint from refund r
   where r.agency_id = c.agency_id and r.charge_id = c.id and r.state = 'succeeded')`

interface ChargeRow {
  id: string
  kind: Charge['kind']
  status: Charge['status']
  cause: string | null
  paid_with: string
  next_try_on: string | null
  full_cents: number
  discount_cents: number
  amount_cents: number
  refunded_cents: number
  created_at: Date
  total: number
}

/** The charges of an agency, for itself and for its operator. */
export const handleListCharges: Handler<typeof listCharges> = async ({ query }, call) => {
  const { agencyId } = agencyOf(call)
  const rows = await call.readOnce<ChargeRow>({
    text: `select c.id, c.kind, c.status, c.cause, c.paid_with, ${nextTry} as next_try_on, c.full_cents, c.discount_cents,
        c.amount_cents, ${refundedCents} as refunded_cents, c.created_at, count(*) over ()::integer as total
      from charge c where c.agency_id = $1 and c.client_id is null
      order by c.created_at desc, c.id desc limit $2 offset $3`,
    values: [agencyId, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(rows.map(present), query.page, query.perPage, rows[0]?.total ?? 0)
}

const present = (row: ChargeRow): Charge => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  cause: row.cause,
  paid_with: row.paid_with,
  next_try_on: row.next_try_on,
  price: dollarsFromCents(row.full_cents),
  discount: dollarsFromCents(row.discount_cents),
  amount: dollarsFromCents(row.amount_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  created_at: row.created_at.toISOString(),
})
