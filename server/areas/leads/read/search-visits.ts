import { maxSearched } from '#contract/leads/visits.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import type { ListScope } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * The id of the last visit that a search for a page reads; null if it reads them all. No index has the pages' texts: it
 * would be the largest of all, for a search that few make. So one call reads only the newest visits, and the next call
 * the older ones.
 */
export async function findSearchBound(
  tx: Tx,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select visit.id from visit where visit.agency_id = $1 and ${conditions.join(' and ')}
      order by visit.id desc offset $${values.length + 1} limit 1`,
    [...values, maxSearched - 1],
  )
  return rows[0]?.id ?? null
}

/** Conditions for a text of the page or the searched phrases, in any case. Appends their parameters to the values. */
export function textConditions(text: string, lastId: string | null, values: unknown[]): string[] {
  const add = (value: unknown): string => `$${values.push(value)}`
  const words = `lower(concat_ws(' ', visit.page_url, visit.title, visit.search ->> 'phrases'))`
  const matches = `strpos(${words}, ${add(text.toLowerCase())}) > 0`
  return lastId === null ? [matches] : [matches, `visit.id >= ${add(lastId)}`]
}

/**
 * Conditions for the visits of the person with this hash of an email address; null if it belongs to nobody. The index of
 * a person's visits begins with the client, so an agency's clients are named. Whoever opted out is not found, not even on
 * visits from before; who lives where nobody may be identified is on no visit.
 */
export async function personConditions(
  hash: string,
  { agencyId, clientId }: ListScope,
  values: unknown[],
  call: SignedInCall,
): Promise<string[] | null> {
  const { personOf, persons } = await findPersons(call.platform.identityPool, { hashes: [hash] })
  const personId = personOf.get(hash)
  if (personId === undefined || persons.get(personId)?.optedOut !== false) return null
  const add = (value: unknown): string => `$${values.push(value)}`
  const ofPerson = `visit.person_id = ${add(personId)}`
  if (clientId !== null) return [ofPerson]
  const clients = `select id from company where agency_id = ${add(agencyId)} and kind = 'client'`
  return [ofPerson, `visit.client_id = any(array(${clients}))`]
}
