import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Of these people, those whose phone numbers the agency keeps from a client: leads of a campaign of that client that hides
 * them (`clientHidePhone`). What the client does not see of its leads it does not buy either.
 */
export async function readHiddenNumbers(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
  personIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (personIds.length === 0) return new Set()
  const { rows } = await tx.query<{ id: number }>(
    `select distinct lead.person_id as id
       from lead join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
      where lead.agency_id = $1 and lead.client_id = $2 and lead.person_id = any($3::bigint[])
        and campaign.phone_hidden_at is not null`,
    [agencyId, clientId, personIds],
  )
  return new Set(rows.map(({ id }) => id))
}
