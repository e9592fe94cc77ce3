import type { InvoiceLine } from '#contract/billing/invoices.ts'
import type { LeadOfLine, listLineLeads } from '#contract/billing/money-trail.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readCreditsOfLine } from '../balances/read-sources.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { leadsOfShare } from '../shares/withheld-shares.ts'

interface Row extends Omit<LeadOfLine, 'captured_at' | 'price'> {
  captured_at: Date
  price_e4: number
}

/**
 * SQL for the leads of a line, with the amounts in `own`: the line's own allocations, those of its share, or the credits
 * that were deducted and then reversed.
 */
const ofLine = {
  allocated: `from allocation own join lead on lead.agency_id = $1 and lead.id = own.item_id
   where own.agency_id = $1 and own.invoice_id = $2 and own.line = $3`,
  share: `from (select $2::uuid as charge_id, $3::uuid as invoice_id) s ${leadsOfShare}
    join lead on lead.agency_id = $1 and lead.id = own.item_id`,
  balance: `from unnest($2::uuid[], $3::bigint[]) as own (credit_id, amount_e4)
    join lead_credit was on was.agency_id = $1 and was.id = own.credit_id
    join lead on lead.agency_id = $1 and lead.id = was.lead_id`,
} as const

interface Line {
  kind: InvoiceLine['kind']
  charge_id: string | null
  left_by: string | null
}

/** The SQL for a line and its parameters. */
async function sourceOf(
  tx: Tx,
  agencyId: string,
  of: { invoiceId: string; line: number },
  { kind, charge_id, left_by }: Line,
): Promise<[string, unknown[]]> {
  if (charge_id) return [ofLine.share, [charge_id, left_by]]
  if (kind !== 'earlier_balance') return [ofLine.allocated, [of.invoiceId, of.line]]
  const credits = await readCreditsOfLine(tx, agencyId, of)
  return [ofLine.balance, [credits.map(({ credit_id }) => credit_id), credits.map(({ amount_e4 }) => amount_e4)]]
}

/** The leads that an invoice line bills. Lines for anything else have none. */
export const handleListLineLeads: Handler<typeof listLineLeads> = async ({ params, query }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const of = [agencyId, clientId, params.invoiceID, params.line]
  const { rows, total } = await call.inScope(async (tx) => {
    const { rows: lines } = await tx.query<Line>(
      `select l.kind, s.charge_id, s.invoice_id as left_by
         from invoice i join invoice_line l on l.agency_id = $1 and l.invoice_id = i.id and l.line = $4
         left join withheld_share s on s.agency_id = $1 and s.billed_by = i.id and s.billed_line = l.line
        where i.agency_id = $1 and i.client_id is not distinct from $2 and i.id = $3`,
      of,
    )
    const line = lines[0]
    if (!line) throw invalid('line', 'Line not found.')
    const [source, which] = await sourceOf(tx, agencyId, { invoiceId: params.invoiceID, line: params.line }, line)
    const countResult = await tx.query<{ count: number }>(`select count(*)::integer as count ${source}`, [
      agencyId,
      ...which,
    ])
    const page = await tx.query<Row>(
      `select sold.lead_id, sold.person_name, sold.captured_at, sold.price_e4, campaign.module,
              exists (select from lead_credit k
                       where k.agency_id = $1 and k.lead_id = sold.lead_id and k.reversed_at is null
                         and not (sold.is_of_agency and k.wholesale_held)) as credited
         from (select lead.id as lead_id, trim(lead.first_name || ' ' || lead.last_name) as person_name,
                      lead.campaign_id, lead.created_at as captured_at, own.amount_e4 as price_e4, ${clientId === null} as is_of_agency ${source}
                order by lead.created_at, lead.id limit $4 offset $5) sold
         join campaign on campaign.agency_id = $1 and campaign.id = sold.campaign_id
        order by sold.captured_at, sold.lead_id`,
      [agencyId, ...which, query.perPage, (query.page - 1) * query.perPage],
    )
    return { rows: page.rows, total: countResult.rows[0]!.count }
  })
  return toPage(
    rows.map(({ captured_at, price_e4, lead_id, person_name, module, credited }) => ({
      lead_id,
      person_name,
      module,
      credited,
      captured_at: captured_at.toISOString(),
      price: dollarsFromE4(price_e4),
    })),
    query.page,
    query.perPage,
    total,
  )
}
