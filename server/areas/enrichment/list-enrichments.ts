import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { type listEnrichments, type readEnrichment } from '#contract/enrichment/enrichments.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import { showQuote } from '#server/areas/pricing/quote.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findEnrichment, presentEnrichment, readEnrichments } from './enrichments.ts'
import { isOffered, offerOf } from './offer.ts'

export const handleList: Handler<typeof listEnrichments> = ({ query }, call) => {
  const { agencyId, clientId } = call.object!
  return call.inScope(async (tx) => {
    const { rows, total } = await readEnrichments(tx, { agencyId: agencyId!, clientId }, query)
    return toPage(rows.map(presentEnrichment), query.page, query.perPage, total)
  })
}

/** Includes the current price as a quote for this session; accepting it compares it with the price at that time. */
export const handleRead: Handler<typeof readEnrichment> = async ({ params }, call) => {
  const enrichment = await call.inScope(async (tx) => {
    const row = await findEnrichment(tx, call.object!.agencyId!, params.id)
    if (!row) throw notFound()
    return {
      row,
      retail_e4: isOffered(row) ? (await readSaleTerms(tx, call.object!, enrichmentModule)).retail_e4 : null,
    }
  })
  const { row, retail_e4 } = enrichment
  const data = { ...presentEnrichment(row), quote: null }
  if (retail_e4 === null) return { result: 'success' as const, data }
  const quote_id = await showQuote(call, offerOf(row, retail_e4))
  const quote = { quote_id, unit_price: dollarsFromE4(retail_e4), total: dollarsFromE4(retail_e4 * row.people) }
  return { result: 'success' as const, data: { ...data, quote } }
}
