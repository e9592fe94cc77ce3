import type { FailedPayment, listFailedPayments, retryCharge } from '#contract/payments/failed-payments.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { queueCollection } from '#server/areas/billing/queue-collection.ts'
import { lockCharge, moveCharge, openStatuses } from '#server/areas/billing/charge-states.ts'
import { needsAnotherCard } from '#server/areas/billing/dunning/needs-another-card.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import { payerOf } from '#server/areas/billing/invoices/list-invoices.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findPaymentMethod } from '../charges/find-payment-method.ts'

interface Row extends Pick<
  FailedPayment,
  'id' | 'company_id' | 'company_name' | 'kind' | 'status' | 'cause' | 'paid_with'
> {
  amount_cents: number
  failed_on: string
  next_try_on: string | null
  is_over: boolean
  issuer: 'agency' | 'root' | null
  year: number
  number: number
  total: number
}

/** Declined payments that are still owed to a company, oldest first. */
export const handleListFailedPayments: Handler<typeof listFailedPayments> = async ({ query }, { caller, readOnce }) => {
  const rows = await readOnce<Row>({
    text: `select c.id, payer.id as company_id, payer.name as company_name, c.kind, c.status, c.cause, c.paid_with,
        c.amount_cents, d.first_on::text as failed_on, d.next_on::text as next_try_on,
        d.over_at is not null and d.ended_at is null as is_over, i.issuer, i.year, i.number,
        count(*) over ()::integer as total
      from dunning_case d
      join charge c on c.agency_id = d.agency_id and c.id = d.charge_id
      join company payer on payer.id = coalesce(d.client_id, d.agency_id)
      left join invoice i on i.agency_id = d.agency_id and i.id = d.charge_id
     where d.root_id = $1 and ($2::uuid is null and d.client_id is null or d.agency_id = $2 and d.client_id is not null)
       and c.status = any($3)
     order by d.first_on, c.id limit $4 offset $5`,
    values: [caller.rootId, caller.agencyId, openStatuses, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(rows.map(present), query.page, query.perPage, rows[0]?.total ?? 0)
}

function present(row: Row): FailedPayment {
  const needsCard = row.status === 'declined' && needsAnotherCard(row.cause)
  return {
    id: row.id,
    company_id: row.company_id,
    company_name: row.company_name,
    kind: row.kind,
    invoice: row.issuer === null ? '' : numberOf(row as Numbered),
    amount: dollarsFromCents(row.amount_cents),
    status: row.status,
    cause: row.cause,
    paid_with: row.paid_with,
    failed_on: row.failed_on,
    next_try_on: row.status === 'declined' && !needsCard ? row.next_try_on : null,
    is_over: row.is_over,
    needs_card: needsCard,
  }
}

/** A manual retry, handled like a scheduled one; a charge that is already being retried isn't sent twice. */
export const handleRetryCharge: Handler<typeof retryCharge> = async ({ body }, call) => {
  const payer = payerOf(call)
  await call.inScope(async (tx) => {
    const charge = await lockCharge(tx, payer, body.chargeID)
    if (charge?.client_id !== payer.clientId) throw invalid('chargeID', 'Charge not found.')
    if (charge.status === 'due' || charge.status === 'sent' || charge.status === 'unknown') return
    if (charge.status !== 'declined') throw new Failure('conflict', { message: 'This charge wasn’t declined.' })
    if (charge.balance_id !== null)
      throw new Failure('conflict', { message: 'A top-up isn’t retried. Another one is bought instead.' })
    if (needsAnotherCard(charge.cause))
      throw new Failure('conflict', { message: 'This card cannot be charged again. Add another card.' })
    // A client can't see its agency's account, which is to receive the payment.
    const method = await readAsRoot(tx, payer.rootId, () => findPaymentMethod(tx, call.platform.config, charge))
    if (typeof method === 'string') throw new Failure('conflict', { message: 'This card can’t be charged right now.' })
    await moveCharge(tx, call.platform.clock.now(), charge, { to: 'due' })
    await queueCollection(tx, payer, charge.id)
    await recordActivity(tx, call, {
      action: 'billing.chargeRetried',
      target: { kind: 'charge', id: charge.id },
      from: { status: 'declined' },
      to: { status: 'due', amount: dollarsFromCents(charge.amount_cents) },
    })
  })
  return { result: 'success', message: 'Retrying the payment.' }
}
