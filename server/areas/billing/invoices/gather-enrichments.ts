import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import { alone, payerTable, payerValues, type Gathering, type OpenPayer, type Uninvoiced } from './gather-leads.ts'
import type { InvoiceLine } from './issue-invoices.ts'
import { lineCents } from './line-cents.ts'

/** Transfers of purchased lists that are not invoiced yet: retail for clients, wholesale for the agency. */
const fresh = `
  from enrichment e
  join ledger_transfer t on t.agency_id = $1 and t.reference_id = e.id and t.kind in ('enrichment_retail', 'enrichment_wholesale')
  join ${payerTable} on payer.of_id = coalesce(t.client_id, $1)
   and t.kind = case when payer.of_id = $1 then 'enrichment_wholesale' else 'enrichment_retail' end
 where e.agency_id = $1
   and not exists (select from allocation a where a.agency_id = $1 and a.transfer_id = t.id)`

export async function sumUninvoicedEnrichments(tx: Tx, open: OpenPayer): Promise<Uninvoiced> {
  const { rows } = await tx.query<Uninvoiced>(
    `select coalesce(sum(t.amount_e4) filter (where t.created_at < payer.until), 0)::bigint as due_e4,
            coalesce(sum(t.amount_e4), 0)::bigint as all_e4 ${fresh}`,
    payerValues(alone(open)),
  )
  return rows[0]!
}

/** An invoice line for a single transfer. */
export interface OpenLine {
  transferId: string
  line: InvoiceLine
  /** Before rounding. */
  exact_e4: number
}

interface Row {
  invoice_id: string
  id: string
  name: string
  people: number
  amount_e4: number
}

/** The invoice lines of purchased lists, one per list, by invoice. */
export async function readOpenEnrichments(tx: Tx, given: Gathering): Promise<Map<string, OpenLine[]>> {
  const { rows } = await tx.prepared<Row>(
    'open-enrichments',
    `select payer.invoice_id, t.id, e.name, e.people, t.amount_e4 ${fresh}
       and t.created_at < payer.until order by t.created_at, t.id`,
    payerValues(given),
  )
  const open = groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map([...open].map(([invoiceId, ofInvoice]) => [invoiceId, ofInvoice.map(lineOf)]))
}

const lineOf = ({ id, name, people, amount_e4 }: Row): OpenLine => ({
  transferId: id,
  line: {
    kind: 'enrichment',
    campaignId: null,
    campaignName: name,
    quantity: people,
    unitPrice_e4: amount_e4 / people,
    amount_cents: lineCents(amount_e4),
  },
  exact_e4: amount_e4,
})
