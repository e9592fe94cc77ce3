import type { Pool } from 'pg'
import { readWork, type Work } from '../read-information.ts'

/** The maximum number of people per company. */
const maxOfCompany = 200

export interface Contact {
  personId: number
  work: Work
}

/** The people who work at these companies, by domain, with what is known about their jobs. */
export async function findContacts(
  identityPool: Pool,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Contact[]>> {
  if (domains.length === 0) return new Map()
  const { rows } = await identityPool.query<{ domain: string; personId: number }>(
    `select asked.domain, found.person_id as "personId" from unnest($1::text[]) as asked (domain)
     cross join lateral (
       select person_id from trait where name = 'company_domain' and value = asked.domain
        order by person_id limit $2) found`,
    [domains, maxOfCompany],
  )
  const workOf = await readWork(identityPool, [...new Set(rows.map(({ personId }) => personId))])
  const contacts = new Map<string, Contact[]>()
  for (const { domain, personId } of rows) {
    const people = contacts.get(domain) ?? []
    contacts.set(domain, people)
    people.push({ personId, work: workOf.get(personId) ?? new Map() })
  }
  return contacts
}
