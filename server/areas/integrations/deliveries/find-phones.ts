import { personsPhone } from '#contract/identity/advance-information.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'

/** What a digest tells of leads that travel with it is not looked through: it is made anew. */
const tellsPhones = `
  select delivery.id from delivery
  join lead on lead.agency_id = $1 and lead.id = delivery.lead_id
  join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
  join company client on client.id = lead.client_id
  where delivery.agency_id = $1 and delivery.id = any($2::uuid[])
    and (client.shows_phone is false or campaign.phone_hidden_at is not null)
    and (delivery.digest_at is not null or position(lead.phone_e164 in delivery.body) > 0
         or position(lead.information ->> '${personsPhone}' in delivery.body) > 0)`

/**
 * Which of these deliveries have kept bytes with phone numbers in them that are kept back from their client by now: what was made
 * before must not tell them later (decisions 26 and 93).
 */
export async function findPhones(
  tx: Tx,
  kept: readonly { agency_id: string; id: string }[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [agencyId, own] of groupBy(kept, ({ agency_id }) => agency_id)) {
    const { rows } = await tx.query<{ id: string }>(tellsPhones, [agencyId, own.map(({ id }) => id)])
    for (const { id } of rows) found.add(id)
  }
  return found
}
