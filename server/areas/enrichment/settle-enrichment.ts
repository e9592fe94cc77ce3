import { addInformation } from '#server/areas/leads/add-information.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { bookEnrichment, type Prices } from './book-enrichment.ts'
import type { EnrichmentRow } from './enrichments.ts'

/** Books a list, stores its prices and adds its information to leads in the caller's transaction. Throws `no_funds`. */
export async function settleEnrichment(tx: Tx, one: EnrichmentRow, now_ms: number, prices: Prices): Promise<void> {
  await bookEnrichment(tx, one, now_ms, prices)
  await tx.query(
    `update enrichment set status = 'bought', bought_at = $3, retail_price_e4 = $4, wholesale_price_e4 = $5
      where agency_id = $1 and id = $2`,
    [one.agencyId, one.id, dateOf(now_ms), prices.retail_e4, prices.wholesale_e4],
  )
  if (one.campaignId !== null) await addToLeads(tx, one)
}

async function addToLeads(tx: Tx, { agencyId, id }: EnrichmentRow): Promise<void> {
  const { rows } = await tx.query<{ leadId: string; information: Record<string, string> }>(
    `select lead_id as "leadId", added as information from enrichment_row
      where agency_id = $1 and enrichment_id = $2 and added is not null and lead_id is not null`,
    [agencyId, id],
  )
  await addInformation(tx, agencyId, rows)
}
