import type { TrailLeg } from '#contract/billing/money-trail.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { nextTry, shownTryOf } from '../charge-columns.ts'
import { readPaidCosts } from '../refunds/paid-costs.ts'
import { readBillOfShare } from '../shares/withheld-shares.ts'

/** A lead's cost to its agency. */
interface Cost {
  leadId: string
  pricedAt: Date
  /** The agency's invoice; null before its period ends. */
  invoice: { id: string; issued_at: Date } | null
  /** The client's invoice, whose payment may have paid the cost. */
  clientInvoiceId: string | null
  credits: readonly Credit[]
}

/** A credit of a lead in the agency's leg. */
interface Credit {
  id: string
  credited_at: Date
  reversed_at: Date | null
}

/**
 * The manual bill that asked for a lead's cost: as what earlier invoices had withheld or deducted, or before its invoice. What is on no
 * invoice is on the first bill since it was booked, unless it was credited or paid before. Null if no bill asked for it.
 */
export async function findBill(tx: Tx, agencyId: string, cost: Cost): Promise<TrailLeg['bill']> {
  const ids = [await readBillOfShareOf(tx, agencyId, cost), ...(await readBillsOfCredits(tx, agencyId, cost))]
  const billId = ids.find((id) => id !== null) ?? (await readEarliest(tx, agencyId, cost))
  return billId === null ? null : presentBill(tx, agencyId, billId)
}

const readBillOfShareOf = async (
  tx: Tx,
  agencyId: string,
  { invoice, clientInvoiceId }: Cost,
): Promise<string | null> =>
  invoice && clientInvoiceId
    ? readBillOfShare(tx, agencyId, { invoiceId: invoice.id, chargeId: clientInvoiceId })
    : null

async function readBillsOfCredits(tx: Tx, agencyId: string, { credits }: Cost): Promise<string[]> {
  const reversedIds = credits.filter(({ reversed_at }) => reversed_at !== null).map(({ id }) => id)
  if (reversedIds.length === 0) return []
  const { rows } = await tx.query<{ id: string }>(
    `select invoice_id as id from earlier_balance_source
      where agency_id = $1 and credit_id = any($2::uuid[]) and client_id is null and line = 0 limit 1`,
    [agencyId, reversedIds],
  )
  return rows.map(({ id }) => id)
}

async function readEarliest(
  tx: Tx,
  agencyId: string,
  { leadId, pricedAt, invoice, credits }: Cost,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string; created_at: Date }>(
    `select id, created_at from charge
      where agency_id = $1 and kind = 'manual_bill' and created_at >= $2 and ($3::timestamptz is null or created_at < $3)
      order by created_at, id`,
    [agencyId, pricedAt, invoice?.issued_at ?? null],
  )
  const isCredited = (at: Date): boolean =>
    credits.some(({ credited_at, reversed_at }) => credited_at < at && (reversed_at === null || reversed_at > at))
  const able = rows.filter(({ created_at }) => !isCredited(created_at))
  const isPaid = await readPaidCosts(tx, agencyId, able.length > 0 ? [{ leadId, bookedAt: pricedAt }] : [])
  return able.find(({ created_at }) => !isPaid(leadId, created_at))?.id ?? null
}

interface BillRow {
  id: string
  amount_cents: number
  refunded_cents: number
  status: NonNullable<TrailLeg['bill']>['status']
  cause: string | null
  paid_with: string
  next_try_on: string | null
  created_at: Date
}

async function presentBill(tx: Tx, agencyId: string, id: string): Promise<TrailLeg['bill']> {
  const { rows } = await tx.query<BillRow>(
    `select c.id, c.amount_cents, c.status, c.cause, c.paid_with, c.created_at, ${nextTry} as next_try_on,
            (select coalesce(sum(r.amount_cents), 0)::bigint from refund r
              where r.agency_id = c.agency_id and r.charge_id = c.id and r.state = 'succeeded') as refunded_cents
       from charge c where c.agency_id = $1 and c.id = $2`,
    [agencyId, id],
  )
  const { amount_cents, refunded_cents, created_at, ...bill } = rows[0]!
  return {
    ...bill,
    next_try_on: shownTryOf(bill),
    amount: dollarsFromCents(amount_cents),
    refunded: dollarsFromCents(refunded_cents),
    created_at: created_at.toISOString(),
  }
}
