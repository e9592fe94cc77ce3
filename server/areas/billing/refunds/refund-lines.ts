import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { allOf, readCredited, type OfInvoice } from './credited.ts'
import type { RefundLine, RefundRow } from './refunds.ts'

export async function insertRefundLines(
  tx: Tx,
  refund: RefundRow,
  lines: readonly (RefundLine & { tax_cents: number })[],
): Promise<void> {
  if (lines.length === 0) return
  await tx.query(
    `insert into refund_line (agency_id, refund_id, line, root_id, client_id, amount_cents, tax_cents)
     select $1, $2, l.line, $3, $4::uuid, l.amount_cents, l.tax_cents
       from unnest($5::integer[], $6::bigint[], $7::bigint[]) as l (line, amount_cents, tax_cents)`,
    [
      refund.agency_id,
      refund.id,
      refund.root_id,
      refund.client_id,
      plainArray(lines.map(({ line }) => line)),
      plainArray(lines.map(({ amount_cents }) => amount_cents)),
      plainArray(lines.map(({ tax_cents }) => tax_cents)),
    ],
  )
}

export interface RefundedLine extends RefundLine {
  refund_id: string
  /** The tax included in the amount. */
  tax_cents: number
  is_failed: boolean
}

/** The lines of a charge's refunds. */
export async function readRefundLines(tx: Tx, agencyId: string, chargeId: string): Promise<RefundedLine[]> {
  const { rows } = await tx.query<RefundedLine>(
    `select l.refund_id, l.line, l.amount_cents, l.tax_cents, r.state = 'failed' as is_failed
       from refund r join refund_line l on l.agency_id = r.agency_id and l.refund_id = r.id
      where r.agency_id = $1 and r.charge_id = $2 order by l.refund_id, l.line`,
    [agencyId, chargeId],
  )
  return rows
}

/**
 * What is left of each line of an invoice: minus its own refunds, including those in flight, and minus credits for its
 * leads. Refunds of the invoice without lines don't count here. The caller holds the charge's lock.
 */
export async function readLinesLeft(
  tx: Tx,
  { agencyId, invoiceId, isClient }: OfInvoice,
): Promise<Map<number, number>> {
  const { rows: lines } = await tx.query<{ line: number; left_cents: number }>(
    `select i.line, i.amount_cents + i.tax_cents - coalesce(sum(l.amount_cents) filter (where r.state <> 'failed'), 0)::bigint as left_cents
       from invoice_line i
       left join refund r on r.agency_id = i.agency_id and r.charge_id = i.invoice_id
       left join refund_line l on l.agency_id = r.agency_id and l.refund_id = r.id and l.line = i.line
      where i.agency_id = $1 and i.invoice_id = $2 group by i.line, i.amount_cents, i.tax_cents`,
    [agencyId, invoiceId],
  )
  const creditsByLine = await readCredited(tx, { agencyId, invoiceId, isClient })
  const credits = new Map([...creditsByLine].map(([line, of]) => [line, Math.ceil(allOf(of) / 100)]))
  return new Map(lines.map(({ line, left_cents }) => [line, Math.max(0, left_cents - (credits.get(line) ?? 0))]))
}
