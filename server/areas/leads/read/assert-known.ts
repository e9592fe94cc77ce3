import { isCampaignOf } from '#server/areas/campaigns/read/is-campaign-of.ts'
import { assertKnownClient, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'

/** Called when a list is empty: a client or campaign outside the caller's scope is answered as not found, not as empty. */
export async function rejectUnknownFields(tx: Tx, audience: ListScope, campaignId: string | null): Promise<void> {
  await assertKnownClient(tx, audience)
  if (campaignId !== null && !(await isCampaignOf(tx, audience, campaignId))) throw notFound()
}
