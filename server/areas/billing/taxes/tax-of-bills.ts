import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readEarlierTaxes, sumByInvoice } from './earlier-taxes.ts'
import { isBillOf, readPaidOnAccount } from './on-account.ts'

// Leads of a manual bill that are credited before their invoice are not on it. Then the bill had paid more than the invoice's other leads
// cost, and the rest pays the invoice's tax: the invoice asks for less than that, or for nothing (decision 209).

interface Paid {
  invoiceId: string
  tax_cents: number
}

/** The tax of its next invoice that a manual bill paid; null if it paid none. */
async function readPaidTax(tx: Tx, agencyId: string, billId: string): Promise<Paid | null> {
  const { rows } = await tx.query<{ invoiceId: string; net_cents: number; tax_cents: number; bills: number }>(
    `select i.id as "invoiceId", i.total_cents - i.tax_cents as net_cents, i.tax_cents,
            (select count(*)::integer from charge c where ${isBillOf}) as bills
       from charge bill
       join invoice i on i.agency_id = $1 and i.client_id is null and i.ends_on is not null and i.issued_at >= bill.created_at
      where bill.agency_id = $1 and bill.id = $2 and bill.kind = 'manual_bill' order by i.issued_at, i.id limit 1`,
    [agencyId, billId],
  )
  const next = rows[0]
  if (!next || next.tax_cents === 0 || next.bills === 0) return null
  const beyond_cents = (await readPaidOnAccount(tx, agencyId, next.invoiceId)) - next.net_cents
  // Which of several bills before one invoice paid the tax cannot be told, so each has an equal part.
  const tax_cents = Math.floor(Math.min(Math.max(beyond_cents, 0), next.tax_cents) / next.bills)
  return tax_cents > 0 ? { invoiceId: next.invoiceId, tax_cents } : null
}

/** In cents; 0 for any other charge. */
export const readTaxOfBill = async (tx: Tx, agencyId: string, billId: string): Promise<number> =>
  (await readPaidTax(tx, agencyId, billId))?.tax_cents ?? 0

/** What is left of it, since credits of leads on that invoice return its tax as well. */
export async function readTaxLeftOfBill(tx: Tx, agencyId: string, billId: string): Promise<number> {
  const paidTax = await readPaidTax(tx, agencyId, billId)
  if (!paidTax) return 0
  const { rows } = await tx.query<{ cents: number }>(
    `select ceil(coalesce(sum(tax_e4), 0) / 100)::bigint as cents from tax_credit
      where agency_id = $1 and invoice_id = $2 and reversed_at is null`,
    [agencyId, paidTax.invoiceId],
  )
  return Math.max(paidTax.tax_cents - rows[0]!.cents, 0)
}

/** The tax of invoices that refunds of manual bills returned, in cents by invoice. */
export async function readReturnedWithBills(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ invoiceId: string; billId: string; cents: number }>(
    `select i.id as "invoiceId", c.id as "billId", sum(r.tax_cents)::bigint as cents
       from invoice i
       join charge c on ${isBillOf}
       join refund r on r.agency_id = $1 and r.charge_id = c.id and r.state <> 'failed' and r.tax_cents > 0
      where i.agency_id = $1 and i.id = any($2::uuid[]) and i.client_id is null and i.ends_on is not null group by 1, 2`,
    [agencyId, plainArray([...invoiceIds])],
  )
  if (rows.length === 0) return new Map()
  const earlier = sumByInvoice(
    await readEarlierTaxes(
      tx,
      agencyId,
      rows.map(({ billId }) => billId),
    ),
  )
  const sums = new Map<string, number>()
  for (const { invoiceId, billId, cents } of rows)
    sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + Math.max(cents - (earlier.get(billId) ?? 0), 0))
  return sums
}
