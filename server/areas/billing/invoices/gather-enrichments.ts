import type { Tx } from '#server/platform/database/tx.ts'
import type { Gathered, Gathering } from './gather-leads.ts'
import { lineCents } from './line-cents.ts'

/** The transfers of bought lists that stand on no invoice yet: a client's retail ones, or the agency's wholesale ones. */
const fresh = `
  from ledger_transfer t
  join enrichment e on e.agency_id = t.agency_id and e.id = t.reference_id
 where t.agency_id = $1 and t.kind = case when $2::uuid is null then 'enrichment_wholesale' else 'enrichment_retail' end
   and t.client_id is not distinct from $2 and t.created_at < $3
   and not exists (select from invoice_transfer i where i.agency_id = $1 and i.transfer_id = t.id)`

/** What is booked of bought lists and on no invoice yet, in 1/10,000 dollar. */
export async function sumUninvoicedEnrichments(
  tx: Tx,
  open: Pick<Gathering, 'agencyId' | 'clientId' | 'until'>,
): Promise<number> {
  const { rows } = await tx.query<{ e4: number }>(`select coalesce(sum(t.amount_e4), 0)::bigint as e4 ${fresh}`, [
    open.agencyId,
    open.clientId,
    open.until,
  ])
  return rows[0]!.e4
}

/** Puts the lists' transfers onto an invoice, each once for ever, and tells their lines: one for each list, behind `after` others. */
export async function gatherEnrichments(tx: Tx, given: Gathering, after: number): Promise<Gathered> {
  const { rows } = await tx.query<{ name: string; people: number; amount_e4: number }>(
    `with gathered as (
       select t.id, t.amount_e4, e.name, e.people, row_number() over (order by t.created_at, t.id) as line ${fresh}
     ), kept as (
       insert into invoice_transfer (agency_id, transfer_id, root_id, client_id, invoice_id, line)
       select $1, id, $4, $2::uuid, $5, $6 + line from gathered)
     select name, people, amount_e4 from gathered order by line`,
    [given.agencyId, given.clientId, given.until, given.rootId, given.invoiceId, after],
  )
  const lines = rows.map(({ name, people, amount_e4 }) => ({
    kind: 'enrichment' as const,
    campaignId: null,
    campaignName: name,
    quantity: people,
    unitPrice_e4: amount_e4 / people,
    amount_cents: lineCents(amount_e4),
  }))
  return { lines, exact_e4: rows.reduce((sum, { amount_e4 }) => sum + amount_e4, 0) }
}
