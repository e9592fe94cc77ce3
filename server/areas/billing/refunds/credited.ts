import type { Tx } from '#server/platform/database/tx.ts'
import { billLine } from '../balances/store-sources.ts'
import { readCreditedShares } from '../shares/withheld-shares.ts'
import { readCreditedOnBills, sumCreditedOfBill } from './billed-leads.ts'

/** Credits for leads on a line after the invoice was issued, in 1/10,000 dollar: their prices, and the tax on them. */
export interface Credited {
  price_e4: number
  tax_e4: number
}

/** An invoice, or a charge without one, and whether its payer is a client. */
export interface OfInvoice {
  agencyId: string
  invoiceId: string
  isClient: boolean
}

/** The credits by line, in the leg of the invoice's payer. Lines without credits are left out. */
export async function readCredited(
  tx: Tx,
  { agencyId, invoiceId, isClient }: OfInvoice,
): Promise<Map<number, Credited>> {
  const { rows: prices } = await tx.query<{ line: number; e4: number }>(
    `select a.line, sum(case when $3 then k.retail_e4 else k.wholesale_e4 end)::bigint as e4
       from allocation a join lead_credit k on k.agency_id = $1 and k.lead_id = a.item_id and k.reversed_at is null
      where a.agency_id = $1 and a.invoice_id = $2 group by a.line`,
    [agencyId, invoiceId, isClient],
  )
  const { rows: taxes } = await tx.query<{ line: number; e4: number }>(
    `select line, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and invoice_id = $2 and reversed_at is null group by line`,
    [agencyId, invoiceId],
  )
  const taxOf = new Map(taxes.map(({ line, e4 }) => [line, e4]))
  const ofShares = isClient ? [] : await readCreditedShares(tx, agencyId, invoiceId)
  const ofBill = isClient ? 0 : await sumCreditedOfBill(tx, agencyId, invoiceId)
  const amounts = [
    ...prices.map(({ line, e4 }) => [line, e4] as const),
    ...ofShares,
    ...(ofBill > 0 ? [[billLine, ofBill] as const] : []),
  ]
  return new Map(amounts.map(([line, e4]) => [line, { price_e4: e4, tax_e4: taxOf.get(line) ?? 0 }]))
}

/** The same without the prices of leads that a manual bill paid: those lower what is refunded of the bill (decision 184). */
export async function readOwnCredited(tx: Tx, of: OfInvoice): Promise<Map<number, Credited>> {
  const credits = await readCredited(tx, of)
  if (of.isClient || credits.size === 0) return credits
  const onBills = await readCreditedOnBills(tx, of.agencyId, of.invoiceId)
  return new Map(
    [...credits].map(([line, { price_e4, tax_e4 }]) => [
      line,
      { price_e4: price_e4 - (onBills.get(line) ?? 0), tax_e4 },
    ]),
  )
}

export const allOf = ({ price_e4, tax_e4 }: Credited): number => price_e4 + tax_e4

export const sumOf = (credited: ReadonlyMap<number, Credited>): Credited =>
  [...credited.values()].reduce(
    (sum, one) => ({ price_e4: sum.price_e4 + one.price_e4, tax_e4: sum.tax_e4 + one.tax_e4 }),
    { price_e4: 0, tax_e4: 0 },
  )
