import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Tax of an earlier invoice that lies within a line's amount, because the line asks for what that one had left over (decision 113). */
export interface CarriedTax {
  invoiceId: string
  line: number
  fromId: string
  tax_e4: number
}

/**
 * Of the lines of some invoices, or of all: what an earlier invoice left over is tax as much as all of it was, rounded down, so that it comes to
 * no more than that one asked together with what was paid of it.
 */
export async function readCarriedTaxes(
  tx: Tx,
  agencyId: string,
  invoiceIds: readonly string[] | null,
): Promise<CarriedTax[]> {
  const { rows } = await tx.query<CarriedTax>(
    `select b.invoice_id as "invoiceId", b.line, b.from_id as "fromId",
            div(sum(b.amount_e4) * i.tax_cents, i.total_cents)::bigint as tax_e4
       from earlier_balance_source b join invoice i on i.agency_id = $1 and i.id = b.from_id and i.tax_cents > 0
      where b.agency_id = $1 and ($2::uuid[] is null or b.invoice_id = any($2))
      group by b.invoice_id, b.line, b.from_id, i.tax_cents, i.total_cents`,
    [agencyId, invoiceIds && plainArray([...invoiceIds])],
  )
  return rows
}

/** In whole cents by line, `${invoiceId} ${line}`. */
export function sumByLine(carried: readonly CarriedTax[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { invoiceId, line, tax_e4 } of carried) {
    const key = `${invoiceId} ${line}`
    sums.set(key, (sums.get(key) ?? 0) + tax_e4)
  }
  return new Map([...sums].map(([key, tax_e4]) => [key, Math.floor(tax_e4 / 100)]))
}

/** In whole cents by invoice, each the sum of its lines. */
export function sumByInvoice(carried: readonly CarriedTax[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [key, cents] of sumByLine(carried)) {
    const invoiceId = key.split(' ')[0]!
    sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + cents)
  }
  return sums
}
