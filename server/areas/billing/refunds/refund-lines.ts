import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readCreditedShares } from '../shares/left-out-shares.ts'
import type { RefundLine, RefundRow } from './refunds.ts'

export async function insertRefundLines(tx: Tx, refund: RefundRow, lines: readonly RefundLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx.query(
    `insert into refund_line (agency_id, refund_id, line, root_id, client_id, amount_cents)
     select $1, $2, l.line, $3, $4::uuid, l.amount_cents from unnest($5::integer[], $6::bigint[]) as l (line, amount_cents)`,
    [
      refund.agency_id,
      refund.id,
      refund.root_id,
      refund.client_id,
      plainArray(lines.map(({ line }) => line)),
      plainArray(lines.map(({ amount_cents }) => amount_cents)),
    ],
  )
}

/** The lines of a charge's refunds, by refund. */
export async function readRefundLines(
  tx: Tx,
  agencyId: string,
  chargeId: string,
): Promise<(RefundLine & { refund_id: string })[]> {
  const { rows } = await tx.query<RefundLine & { refund_id: string }>(
    `select l.refund_id, l.line, l.amount_cents
       from refund r join refund_line l on l.agency_id = r.agency_id and l.refund_id = r.id
      where r.agency_id = $1 and r.charge_id = $2 order by l.refund_id, l.line`,
    [agencyId, chargeId],
  )
  return rows
}

/**
 * What of each line of an invoice was neither given back by itself, or is on its way, nor credited with its leads. What was
 * given back of the whole invoice is counted on no line. The charge's lock holds it.
 */
export async function readLinesLeft(
  tx: Tx,
  { agencyId, invoiceId, isClient }: { agencyId: string; invoiceId: string; isClient: boolean },
): Promise<Map<number, number>> {
  const { rows: lines } = await tx.query<{ line: number; left_cents: number }>(
    `select i.line, i.amount_cents - coalesce(sum(l.amount_cents) filter (where r.state <> 'failed'), 0)::bigint as left_cents
       from invoice_line i
       left join refund r on r.agency_id = i.agency_id and r.charge_id = i.invoice_id
       left join refund_line l on l.agency_id = r.agency_id and l.refund_id = r.id and l.line = i.line
      where i.agency_id = $1 and i.invoice_id = $2 group by i.line, i.amount_cents`,
    [agencyId, invoiceId],
  )
  const { rows: credited } = await tx.query<{ line: number; e4: number }>(
    `select i.line, sum(case when $3 then k.retail_e4 else k.wholesale_e4 end)::bigint as e4
       from invoice_transfer i
       join ledger_transfer t on t.agency_id = i.agency_id and t.id = i.transfer_id
       join lead_credit k on k.agency_id = i.agency_id and k.lead_id = t.reference_id and k.reversed_at is null
      where i.agency_id = $1 and i.invoice_id = $2 group by i.line`,
    [agencyId, invoiceId, isClient],
  )
  const ofShares = isClient ? [] : await readCreditedShares(tx, agencyId, invoiceId)
  const credits = new Map(
    [...credited.map(({ line, e4 }) => [line, e4] as const), ...ofShares].map(([line, e4]) => [line, Math.ceil(e4 / 100)]),
  )
  return new Map(lines.map(({ line, left_cents }) => [line, Math.max(0, left_cents - (credits.get(line) ?? 0))]))
}
