import { centsFromE4 } from '#contract/core/money.ts'
import type { Offered } from '#server/areas/pricing/public.ts'
import type { EnrichmentRow } from './enrichments.ts'

/** Whether there is something to buy: people that were found, whose rows are still there. */
export const isOffered = ({ status, people, rowsRemovedAt }: EnrichmentRow): boolean =>
  status === 'matched' && people > 0 && rowsRemovedAt === null

/** What a client is shown and accepts: so many people of this list, each at this price. */
export const offerOf = (row: EnrichmentRow, retail_e4: number): Offered => ({
  purpose: 'enrichment',
  payer: { companyId: row.clientId, rootId: row.rootId, agencyId: row.agencyId, clientId: row.clientId },
  amount_cents: centsFromE4(retail_e4 * row.people),
  terms: [row.id, row.people, retail_e4],
})
