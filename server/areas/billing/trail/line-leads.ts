import type { LeadOfLine, listLineLeads } from '#contract/billing/money-trail.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { payerOf } from '../invoices/list-invoices.ts'

interface Row extends Omit<LeadOfLine, 'captured_at' | 'price'> {
  captured_at: Date
  price_e4: number
}

/** From a line back to the leads that it asks for. A line of something else has none. */
export const handleListLineLeads: Handler<typeof listLineLeads> = async ({ params, query }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const of = [agencyId, clientId, params.invoiceID, params.line]
  const { rows, total } = await call.inScope(async (tx) => {
    const { rows: lines } = await tx.query(
      `select from invoice i join invoice_line l on l.agency_id = $1 and l.invoice_id = i.id and l.line = $4
        where i.agency_id = $1 and i.client_id is not distinct from $2 and i.id = $3`,
      of,
    )
    if (lines.length === 0) throw invalid('line', 'There is no such line.')
    const counted = await tx.query<{ count: number }>(
      `select count(*)::integer as count from invoice_transfer i
         join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id
         join lead on lead.agency_id = $1 and lead.id = t.reference_id
        where i.agency_id = $1 and i.invoice_id = $2 and i.line = $3`,
      [agencyId, params.invoiceID, params.line],
    )
    const page = await tx.query<Row>(
      `select lead.id as lead_id, trim(lead.first_name || ' ' || lead.last_name) as person_name, campaign.module,
              lead.created_at as captured_at, t.amount_e4 as price_e4,
              exists (select from lead_credit k
                       where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null) as credited
         from invoice_transfer i
         join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id
         join lead on lead.agency_id = $1 and lead.id = t.reference_id
         join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
        where i.agency_id = $1 and i.invoice_id = $2 and i.line = $3
        order by lead.created_at, lead.id limit $4 offset $5`,
      [agencyId, params.invoiceID, params.line, query.perPage, (query.page - 1) * query.perPage],
    )
    return { rows: page.rows, total: counted.rows[0]!.count }
  })
  return toPage(
    rows.map(({ captured_at, price_e4, ...row }) => ({
      ...row,
      captured_at: captured_at.toISOString(),
      price: dollarsFromE4(price_e4),
    })),
    query.page,
    query.perPage,
    total,
  )
}
