import type { Tx } from '#server/platform/database/tx.ts'
import type { InvoiceLine } from './issue-invoices.ts'
import { lineCents } from './line-cents.ts'

/** Payers of one agency, and the invoices that are made for them. */
export interface Gathering {
  agencyId: string
  rootId: string
  payers: readonly GatheringPayer[]
}

interface GatheringPayer {
  /** Null: the agency itself, for what it owes its operator. */
  clientId: string | null
  invoiceId: string
  /** What was booked before this moment. */
  until: Date
}

/** A payer whose next invoice is asked about. */
export type OpenPayer = Pick<Gathering, 'agencyId'> & Pick<GatheringPayer, 'clientId' | 'until'>
/** There is no invoice yet: the id is nobody's. */
export const alone = ({ agencyId, clientId, until }: OpenPayer): Gathering => ({
  agencyId,
  rootId: agencyId,
  payers: [{ clientId, invoiceId: agencyId, until }],
})

/** Lines of an invoice, and what they come to before each is rounded, in 1/10,000 dollar. */
export interface Gathered {
  lines: InvoiceLine[]
  exact_e4: number
}

/** The payers as a table, `$2` to `$4`; `of_id` is the client's, or the agency's own. */
export const payerTable = `
  unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as payer (of_id, invoice_id, until)`
export const payerValues = ({ agencyId, payers }: Gathering): unknown[] => [
  agencyId,
  payers.map(({ clientId }) => clientId ?? agencyId),
  payers.map(({ invoiceId }) => invoiceId),
  payers.map(({ until }) => until),
]

/**
 * The transfers of leads that stand on no invoice yet: clients' retail ones, and the agency's wholesale ones. Leads that were
 * credited before are nobody's to pay. Clients' are found by their own leads (`$6`), not by all of their agency's. Whether
 * one stands on an invoice is looked up for each (`offset 0`): the planner thinks of an agency's first invoices as of a table so small
 * that it reads the whole of it for every transfer.
 */
const fresh = `
  from lead
  join ledger_transfer t on t.agency_id = $1 and t.reference_id = lead.id and t.kind in ('lead_retail', 'lead_wholesale')
  join ${payerTable} on payer.of_id = coalesce(t.client_id, $1) and t.created_at < payer.until
   and t.kind = case when payer.of_id = $1 then 'lead_wholesale' else 'lead_retail' end
 where lead.agency_id = $1 and ($5 or lead.client_id = any($6::uuid[]))
   and not exists (select from invoice_transfer i where i.agency_id = $1 and i.transfer_id = t.id offset 0)
   and not exists (select from lead_credit k
                    where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null)`
const freshValues = (given: Gathering): unknown[] => [
  ...payerValues(given),
  given.payers.some(({ clientId }) => clientId === null),
  given.payers.flatMap(({ clientId }) => clientId ?? []),
]

/** What is booked of a payer's leads and on no invoice yet, in 1/10,000 dollar. */
export async function sumUninvoicedLeads(tx: Tx, open: OpenPayer): Promise<number> {
  const { rows } = await tx.query<{ e4: number }>(
    `select coalesce(sum(t.amount_e4), 0)::bigint as e4 ${fresh}`,
    freshValues(alone(open)),
  )
  return rows[0]!.e4
}

interface Row {
  invoice_id: string
  campaign_id: string
  name: string | null
  price_e4: number
  quantity: number
}

/**
 * Puts the leads' transfers onto invoices, each once for ever, and tells the lines that they make: one for each campaign
 * and price. In one statement, so that a line counts what it names, whatever is booked at this moment. Answers by invoice.
 */
export async function gatherLeads(tx: Tx, given: Gathering): Promise<Map<string, Gathered>> {
  const { rows } = await tx.query<Row>(
    `with gathered as materialized (
       select t.id, t.client_id, payer.invoice_id, lead.campaign_id, t.amount_e4,
              dense_rank() over (partition by payer.invoice_id order by lead.campaign_id, t.amount_e4) as line ${fresh}
     ), kept as (
       insert into invoice_transfer (agency_id, transfer_id, root_id, client_id, invoice_id, line)
       select $1, id, $7, client_id, invoice_id, line from gathered returning 1
     ), summed as (
       select invoice_id, line, campaign_id, amount_e4, count(*)::integer as quantity
         from gathered group by invoice_id, line, campaign_id, amount_e4)
     select s.invoice_id, s.campaign_id, s.amount_e4 as price_e4, s.quantity,
            (select name from campaign where campaign.agency_id = $1 and campaign.id = s.campaign_id) as name
       from summed s order by s.invoice_id, s.line`,
    [...freshValues(given), given.rootId],
  )
  const gathered = new Map(
    given.payers.map(({ invoiceId }): [string, Gathered] => [invoiceId, { lines: [], exact_e4: 0 }]),
  )
  for (const { invoice_id, campaign_id, name, price_e4, quantity } of rows) {
    const one = gathered.get(invoice_id)!
    one.exact_e4 += price_e4 * quantity
    one.lines.push({
      kind: 'leads',
      campaignId: campaign_id,
      campaignName: name ?? '',
      quantity,
      unitPrice_e4: price_e4,
      amount_cents: lineCents(quantity * price_e4),
    })
  }
  return gathered
}
