import type { Tx } from '#server/platform/database/tx.ts'

/** The agency, the client that asks or null for its agency and the operator, and the person in the identity data. */
export type PersonPlace = readonly [agencyId: string, clientId: string | null, personId: number]

/**
 * Conditions for the leads of a person at all clients in reach; their parameters are a `PersonPlace`. The index of a
 * person's leads begins with the client, so an agency's clients are named.
 */
export const ofPersonInReach: readonly string[] = [
  'lead.agency_id = $1',
  `lead.client_id = any(array(
     select id from company where agency_id = $1 and kind = 'client' and ($2::uuid is null or id = $2)))`,
  'lead.person_id = $3',
  `lead.kind = 'lead'`,
]

/** In how many campaigns besides this one the person is a lead, as far as the caller sees. */
export async function countOtherCampaigns(tx: Tx, place: PersonPlace, campaignId: string): Promise<number> {
  const { rows } = await tx.query<{ campaigns: number }>(
    `select count(distinct lead.campaign_id)::int as campaigns from lead
      where ${ofPersonInReach.join(' and ')} and lead.campaign_id <> $4`,
    [...place, campaignId],
  )
  return rows[0]!.campaigns
}
