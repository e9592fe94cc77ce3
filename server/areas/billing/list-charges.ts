import type { Charge, listCharges } from '#contract/billing/charges.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { nextTry, openRefund, refundedCents, shownTryOf } from './charge-columns.ts'
import { payerOf } from './invoices/list-invoices.ts'

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
  refund_state: Charge['refund_state']
  created_at: Date
  total: number
}

/** The charges of an agency, or those of a client that are on no invoice, for itself and for whom it pays. */
export const handleListCharges: Handler<typeof listCharges> = async ({ query }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const rows = await call.readOnce<ChargeRow>({
    text: `select c.id, c.kind, c.status, c.cause, c.paid_with, ${nextTry} as next_try_on, c.full_cents, c.discount_cents,
        c.amount_cents, ${refundedCents} as refunded_cents, ${openRefund} as refund_state, c.created_at, count(*) over ()::integer as total
      from charge c where c.agency_id = $1 and c.client_id is not distinct from $2::uuid
        and ($2::uuid is null or not exists (select from invoice i where i.agency_id = c.agency_id and i.id = c.id))
      order by c.created_at desc, c.id desc limit $3 offset $4`,
    values: [agencyId, clientId, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(rows.map(present), query.page, query.perPage, rows[0]?.total ?? 0)
}

const present = (row: ChargeRow): Charge => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  cause: row.cause,
  paid_with: row.paid_with,
  next_try_on: shownTryOf(row),
  price: dollarsFromCents(row.full_cents),
  discount: dollarsFromCents(row.discount_cents),
  amount: dollarsFromCents(row.amount_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  refund_state: row.refund_state,
  created_at: row.created_at.toISOString(),
})
