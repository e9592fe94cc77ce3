import type { Tx } from '#server/platform/database/tx.ts'
import { fromTheBeginning, type Since, type SinceOf } from './gathered-since.ts'
import type { InvoiceLine } from './issue-invoices.ts'
import { lineCents } from './line-cents.ts'

/** Payers of one agency, with their invoices in preparation. */
export interface Gathering {
  agencyId: string
  rootId: string
  payers: readonly GatheringPayer[]
}

interface GatheringPayer {
  /** Null for the agency itself, for what it owes its operator. */
  clientId: string | null
  invoiceId: string
  /** Only what was booked before this instant; null if no period ends. */
  until: Date | null
}

/** A payer whose next invoice is previewed. */
export type OpenPayer = Pick<Gathering, 'agencyId'> & Pick<GatheringPayer, 'clientId' | 'until'>
/** There is no invoice yet, so the id is unused. */
export const alone = ({ agencyId, clientId, until }: OpenPayer): Gathering => ({
  agencyId,
  rootId: agencyId,
  payers: [{ clientId, invoiceId: agencyId, until }],
})

/** Invoice lines and their sum before rounding, in 1/10,000 dollar. */
export interface Gathered {
  lines: InvoiceLine[]
  exact_e4: number
  /** What was booked after the period's end, for the next invoice. */
  later_e4: number
}

/** The payers as a table from `$2` to `$4`; `of_id` is the client's id, or the agency's own. */
export const payerTable = `
  unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as payer (of_id, invoice_id, until)`
export const payerValues = ({ agencyId, payers }: Gathering): unknown[] => [
  agencyId,
  payers.map(({ clientId }) => clientId ?? agencyId),
  payers.map(({ invoiceId }) => invoiceId),
  payers.map(({ until }) => until),
]

/**
 * Lead transfers that are not invoiced yet: retail for clients, wholesale for the agency. Leads
 * credited before are excluded, in the agency's leg unless that waits for the operator. Only leads since an instant are scanned (`$7`), plus those whose credit was reversed since;
 * otherwise every month would read the whole history. Clients' leads are found by client (`$6`), not by agency. Whether
 * one is already invoiced is looked up per transfer (`offset 0`): for an agency's first invoices the planner assumes a tiny table
 * and would scan it for every transfer.
 */
const fresh = `
  from (select id, campaign_id from lead
         where agency_id = $1 and ($5 or client_id = any($6::uuid[])) and created_at >= $7::timestamptz
        union all
        select distinct lead.id, lead.campaign_id from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
         where k.agency_id = $1 and k.reversed_at >= $7::timestamptz
           and ($5 or lead.client_id = any($6::uuid[])) and lead.created_at < $7::timestamptz) lead
  join ledger_transfer t on t.agency_id = $1 and t.reference_id = lead.id and t.kind in ('lead_retail', 'lead_wholesale')
  join ${payerTable} on payer.of_id = coalesce(t.client_id, $1)
   and t.kind = case when payer.of_id = $1 then 'lead_wholesale' else 'lead_retail' end
 where not exists (select from allocation a where a.agency_id = $1 and a.transfer_id = t.id offset 0)
   and not exists (select from lead_credit k
                    where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null
                      and not (k.wholesale_held and t.kind = 'lead_wholesale'))`
const freshValues = (given: Gathering, since: Since): unknown[] => [
  ...payerValues(given),
  given.payers.some(({ clientId }) => clientId === null),
  given.payers.flatMap(({ clientId }) => clientId ?? []),
  since,
]

/** A payer's booked but not invoiced amounts, in 1/10,000 dollar: in the ending period, and since. */
export interface Uninvoiced {
  due_e4: number
  all_e4: number
}

export async function sumUninvoicedLeads(tx: Tx, open: OpenPayer, since: Since): Promise<Uninvoiced> {
  const { rows } = await tx.query<Uninvoiced>(
    `select coalesce(sum(t.amount_e4) filter (where t.created_at < payer.until), 0)::bigint as due_e4,
            coalesce(sum(t.amount_e4), 0)::bigint as all_e4 ${fresh}`,
    freshValues(alone(open), since),
  )
  return rows[0]!
}

interface Row {
  invoice_id: string
  is_due: boolean
  campaign_id: string
  name: string | null
  price_e4: number
  quantity: number
}

/**
 * Allocates lead transfers to invoices, each exactly once, and returns the resulting lines, one per campaign
 * and price, by invoice. Uses a single statement, so that a line matches its transfers even while others are being booked.
 */
export async function gatherLeads(tx: Tx, given: Gathering, sinceOf: SinceOf): Promise<Map<string, Gathered>> {
  // Payers whose whole history is scanned use a separate statement, so that the others' history isn't scanned too.
  const isWhole = ({ clientId }: GatheringPayer): boolean => sinceOf(clientId) === fromTheBeginning
  const groups = [given.payers.filter((payer) => !isWhole(payer)), given.payers.filter(isWhole)]
  const groupRows = groups
    .filter((payers) => payers.length > 0)
    .map((payers) => gatherGroup(tx, { ...given, payers }, earliest(payers.map(({ clientId }) => sinceOf(clientId)))))
  const byInvoice = new Map(
    given.payers.map(({ invoiceId }): [string, Gathered] => [invoiceId, { lines: [], exact_e4: 0, later_e4: 0 }]),
  )
  for (const { invoice_id, is_due, campaign_id, name, price_e4, quantity } of (await Promise.all(groupRows)).flat()) {
    const one = byInvoice.get(invoice_id)!
    if (!is_due) {
      one.later_e4 += price_e4 * quantity
      continue
    }
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
  return byInvoice
}

const earliest = (all: readonly Since[]): Since =>
  all.reduce((first, one) =>
    first === fromTheBeginning || one === fromTheBeginning ? fromTheBeginning : one < first ? one : first,
  )

async function gatherGroup(tx: Tx, given: Gathering, since: Since): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `with gathered as materialized (
       select t.id, t.client_id, payer.invoice_id, lead.id as lead_id, lead.campaign_id, t.amount_e4, t.created_at, t.created_at < payer.until as is_due,
              dense_rank() over (partition by payer.invoice_id, t.created_at < payer.until
                                     order by lead.campaign_id, t.amount_e4) as line ${fresh}
     ), allocated as (
       insert into allocation
         (agency_id, transfer_id, root_id, client_id, invoice_id, line, kind, item_id, amount_e4, booked_at)
       select $1, id, $8, client_id, invoice_id, line, 'lead', lead_id, amount_e4, created_at from gathered where is_due
       returning 1
     ), summed as (
       select invoice_id, is_due, line, campaign_id, amount_e4, count(*)::integer as quantity
         from gathered group by invoice_id, is_due, line, campaign_id, amount_e4)
     select s.invoice_id, s.is_due, s.campaign_id, s.amount_e4 as price_e4, s.quantity,
            (select name from campaign where campaign.agency_id = $1 and campaign.id = s.campaign_id) as name
       from summed s order by s.invoice_id, s.line`,
    [...freshValues(given, since), given.rootId],
  )
  return rows
}
