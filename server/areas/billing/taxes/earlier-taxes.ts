import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readCreditedShares, billedShares } from '../shares/withheld-shares.ts'

/**
 * An earlier invoice's tax that is part of a line's amount, because the line bills that invoice's unpaid balance
 * (decision 113) or a share that it withheld for a client's payment (decision 102).
 */
export interface EarlierTax {
  /** The charge's id; a bill that ends manual billing has no invoice. */
  invoiceId: string
  line: number
  fromId: string
  tax_e4: number
  /** For a line of a withheld share, the share's amount; null for an earlier balance. */
  share_e4: number | null
}

/**
 * Taxes of earlier invoices in the given invoices' lines, or of all invoices if null. The tax part of an amount is that of its
 * original invoice in proportion, rounded down, so that the parts never exceed that invoice's tax.
 */
export async function readEarlierTaxes(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[] | null,
): Promise<EarlierTax[]> {
  const { rows } = await tx.query<EarlierTax>(
    `select b.invoice_id as "invoiceId", b.line, b.from_id as "fromId",
            div(sum(b.amount_e4) * i.tax_cents, i.total_cents)::bigint as tax_e4, sum(b.share_e4)::bigint as share_e4
       from (
         select invoice_id, line, from_id, amount_e4, null::bigint as share_e4 from earlier_balance_source
          where agency_id = $1
         union all
         select billed_by, line, invoice_id, amount_cents * 100, amount_cents * 100 from (${billedShares}) taken) b
       join invoice i on i.agency_id = $1 and i.id = b.from_id and i.tax_cents > 0
      where $2::uuid[] is null or b.invoice_id = any($2)
      group by b.invoice_id, b.line, b.from_id, i.tax_cents, i.total_cents`,
    [agencyId, invoiceIds && plainArray([...invoiceIds])],
  )
  return rows
}

/** The sum per line in whole cents; the key is `${invoiceId} ${line}`. */
export function sumByLine(earlier: readonly EarlierTax[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { invoiceId, line, tax_e4 } of earlier) {
    const key = `${invoiceId} ${line}`
    sums.set(key, (sums.get(key) ?? 0) + tax_e4)
  }
  return new Map([...sums].map(([key, tax_e4]) => [key, Math.floor(tax_e4 / 100)]))
}

/** The sum per invoice in whole cents, from the rounded sums of its lines. */
export function sumByInvoice(earlier: readonly EarlierTax[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [key, cents] of sumByLine(earlier)) {
    const invoiceId = key.split(' ')[0]!
    sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + cents)
  }
  return sums
}

/** Reduces shares by credits: the credit of a lead has already returned its tax on the earlier invoice. */
export const withoutCredited = (
  earlier: readonly EarlierTax[],
  creditedOf: (line: number) => number | undefined,
): EarlierTax[] =>
  earlier.map((one) => {
    if (one.share_e4 === null) return one
    const left_e4 = Math.max(one.share_e4 - (creditedOf(one.line) ?? 0), 0)
    return { ...one, share_e4: left_e4, tax_e4: Number((BigInt(one.tax_e4) * BigInt(left_e4)) / BigInt(one.share_e4)) }
  })

/** What later charges billed of an invoice's withheld shares, with its tax. Those charges give it back, not the invoice. */
export async function readTaxBilledLater(
  tx: Tx,
  agencyId: string,
  invoiceId: string,
): Promise<{ gross_cents: number; tax_cents: number }> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct billed_by as id from withheld_share
      where agency_id = $1 and invoice_id = $2 and billed_by is not null`,
    [agencyId, invoiceId],
  )
  const later = { gross_cents: 0, tax_cents: 0 }
  for (const { id } of rows) {
    const credits = await readCreditedShares(tx, agencyId, id)
    const earlier = withoutCredited(await readEarlierTaxes(tx, agencyId, [id]), (line) => credits.get(line))
    for (const { fromId, share_e4, tax_e4 } of earlier) {
      if (fromId !== invoiceId || share_e4 === null) continue
      later.gross_cents += Math.floor(share_e4 / 100)
      later.tax_cents += Math.floor(tax_e4 / 100)
    }
  }
  return later
}
