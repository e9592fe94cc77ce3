import { plainInformation } from '#contract/identity/advance-information.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A lead whose person may have information that the lead lacks. */
interface LackingLead {
  id: string
  personId: number
  firstName: string
  lastName: string
  email: string | null
  /** The kinds of information it already has. */
  known: string[]
}

/** The newest leads of a campaign that lack some non-sensitive information, except credited leads and erased people. */
export async function readLacking(tx: Tx, agencyId: string, campaignId: string, most: number): Promise<LackingLead[]> {
  const { rows } = await tx.query<LackingLead>(
    `select id, person_id as "personId", first_name as "firstName", last_name as "lastName", email,
            array(select jsonb_object_keys(coalesce(information, '{}'))) as known
       from lead
      where agency_id = $1 and campaign_id = $2 and kind = 'lead' and person_id is not null
        and not coalesce(information, '{}') ?& $3::text[]
        and not exists (select from lead_credit k
                         where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null)
      order by created_at desc, id desc limit $4`,
    [agencyId, campaignId, plainInformation, most],
  )
  return rows
}

/** Adds purchased information to leads. Existing information is kept, and erased people get none. */
export async function addInformation(
  tx: Tx,
  agencyId: string,
  additions: readonly { leadId: string; information: Record<string, string> }[],
): Promise<void> {
  await tx.query(
    `update lead set information = fresh.information || coalesce(lead.information, '{}')
       from unnest($2::uuid[], $3::jsonb[]) as fresh (id, information)
      where lead.agency_id = $1 and lead.id = fresh.id and lead.person_id is not null`,
    [agencyId, additions.map(({ leadId }) => leadId), additions.map(({ information }) => JSON.stringify(information))],
  )
}
