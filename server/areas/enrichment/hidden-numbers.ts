import type { Tx } from '#server/platform/database/tx.ts'

/**
 * The people whose phone numbers the agency hides from a client: everyone if the client gets no numbers at all
 * (`enablephonenumber`), else leads of the client's campaigns that hide them (`clientHidePhone`). Clients can't buy what
 * they may not see.
 */
export async function readHiddenNumbers(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
  personIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (personIds.length === 0) return new Set()
  const companies = await tx.query('select from company where id = $1 and shows_phone', [clientId])
  if (companies.rowCount === 0) return new Set(personIds)
  const { rows } = await tx.query<{ id: number }>(
    `select distinct lead.person_id as id
       from lead join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
      where lead.agency_id = $1 and lead.client_id = $2 and lead.person_id = any($3::bigint[])
        and campaign.phone_hidden_at is not null`,
    [agencyId, clientId, personIds],
  )
  return new Set(rows.map(({ id }) => id))
}
