import { personsPhone } from '#contract/identity/advance-information.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'

/** A claimed delivery with the body that was built for an earlier attempt. */
interface ClaimedDelivery {
  agency_id: string
  id: string
  body: string | null
}

interface Hidden {
  id: string
  phone: string | null
  direct: string | null
}

/** Leads whose phone numbers are hidden from their client, including those in a digest. One agency at a time. */
const hiddenNumbers = `
  select told.id, lead.phone_e164 as phone, lead.information ->> '${personsPhone}' as direct
  from (
    select id, lead_id from delivery where agency_id = $1 and id = any($2::uuid[])
    union all
    select carried_by, lead_id from delivery where agency_id = $1 and carried_by = any($2::uuid[])) as told
  cross join lateral (select * from lead where lead.agency_id = $1 and lead.id = told.lead_id limit 1) as lead
  cross join lateral (
    select phone_hidden_at from campaign where campaign.agency_id = $1 and campaign.id = lead.campaign_id limit 1) as campaign
  join company client on client.id = lead.client_id
  where not client.shows_phone or campaign.phone_hidden_at is not null`

/**
 * Finds deliveries whose body contains a phone number that was hidden from the client after it was built. Their bodies
 * are rebuilt under the same id: hiding a number outweighs sending the same bytes every time (decision 93).
 */
export async function findHiddenNumbers(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const again = deliveries.filter(({ body }) => body !== null)
  for (const [agencyId, ofAgency] of groupBy(again, ({ agency_id }) => agency_id)) {
    const { rows } = await tx.query<Hidden>(hiddenNumbers, [agencyId, ofAgency.map(({ id }) => id)])
    if (rows.length === 0) continue
    const digitsOf = new Map(ofAgency.map(({ id, body }) => [id, withoutSigns(body!)]))
    for (const { id, phone, direct } of rows)
      if ([phone, direct].some((number) => number !== null && holds(digitsOf.get(id)!, number))) ids.add(id)
  }
  return ids
}

const withoutSigns = (text: string): string => text.replaceAll(/\D/g, '')
/** Without the country code, which some formats leave out. */
const nationalDigits = 10

const holds = (digits: string, number: string): boolean => {
  const digitsWanted = withoutSigns(number).slice(-nationalDigits)
  return digitsWanted !== '' && digits.includes(digitsWanted)
}
