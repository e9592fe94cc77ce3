import { centsFromE4 } from '#contract/core/money.ts'
import type { Offered } from '#server/areas/pricing/quote.ts'
import type { EnrichmentRow } from './enrichments.ts'

/** Whether there is something to buy: matched people whose rows still exist. */
export const isOffered = ({ status, people, rowsRemovedAt }: EnrichmentRow): boolean =>
  status === 'matched' && people > 0 && rowsRemovedAt === null

/** What a client sees and accepts: the number of people on this list, and the price of each. */
export const offerOf = (row: EnrichmentRow, retail_e4: number): Offered => ({
  purpose: 'enrichment',
  payer: { companyId: row.clientId, rootId: row.rootId, agencyId: row.agencyId, clientId: row.clientId },
  amount_cents: centsFromE4(retail_e4 * row.people),
  terms: [row.id, row.people, retail_e4],
})
