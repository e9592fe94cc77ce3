import type { Tx } from '#server/platform/database/tx.ts'
import type { InvoiceLine } from './issue-invoice.ts'
import { lineCents } from './line-cents.ts'

export interface Gathering {
  agencyId: string
  rootId: string
  clientId: string | null
  invoiceId: string
  /** What was booked before this moment. */
  until: Date
}

/** Lines, and what they come to before each is rounded, in 1/10,000 dollar. */
export interface Gathered {
  lines: InvoiceLine[]
  exact_e4: number
}

/**
 * The transfers of leads that stand on no invoice yet: a client's retail ones, or the agency's wholesale ones. Leads that were
 * credited before are nobody's to pay. A client's are found by its own leads, not by all of its agency's.
 */
const fresh = `
  from ledger_transfer t
  join lead on lead.agency_id = t.agency_id and lead.id = t.reference_id
 where t.agency_id = $1 and t.kind = case when $2::uuid is null then 'lead_wholesale' else 'lead_retail' end
   and t.client_id is not distinct from $2 and ($2::uuid is null or lead.client_id = $2) and t.created_at < $3
   and not exists (select from invoice_transfer i where i.agency_id = $1 and i.transfer_id = t.id)
   and not exists (select from lead_credit k
                    where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null)`

/** What is booked of leads and on no invoice yet, in 1/10,000 dollar. */
export async function sumUninvoicedLeads(
  tx: Tx,
  { agencyId, clientId, until }: Pick<Gathering, 'agencyId' | 'clientId' | 'until'>,
): Promise<number> {
  const { rows } = await tx.query<{ e4: number }>(`select coalesce(sum(t.amount_e4), 0)::bigint as e4 ${fresh}`, [
    agencyId,
    clientId,
    until,
  ])
  return rows[0]!.e4
}

/**
 * Puts the leads' transfers onto an invoice, each once for ever, and tells the lines that they make: one for each campaign
 * and price. In one statement, so that a line counts what it names, whatever is booked at this moment.
 */
export async function gatherLeads(tx: Tx, given: Gathering): Promise<Gathered> {
  const { rows } = await tx.query<{ campaign_id: string; name: string | null; price_e4: number; quantity: number }>(
    `with gathered as materialized (
       select t.id, lead.campaign_id, t.amount_e4, dense_rank() over (order by lead.campaign_id, t.amount_e4) as line ${fresh}
     ), kept as (
       insert into invoice_transfer (agency_id, transfer_id, root_id, client_id, invoice_id, line)
       select $1, id, $4, $2::uuid, $5, line from gathered
     ), summed as (
       select line, campaign_id, amount_e4, count(*)::integer as quantity from gathered group by line, campaign_id, amount_e4)
     select s.campaign_id, campaign.name, s.amount_e4 as price_e4, s.quantity
       from summed s left join campaign on campaign.agency_id = $1 and campaign.id = s.campaign_id
      order by s.line`,
    [given.agencyId, given.clientId, given.until, given.rootId, given.invoiceId],
  )
  const lines = rows.map(({ campaign_id, name, price_e4, quantity }) => ({
    kind: 'leads' as const,
    campaignId: campaign_id,
    campaignName: name ?? '',
    quantity,
    unitPrice_e4: price_e4,
    amount_cents: lineCents(quantity * price_e4),
  }))
  return { lines, exact_e4: rows.reduce((sum, { price_e4, quantity }) => sum + price_e4 * quantity, 0) }
}
