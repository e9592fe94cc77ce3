import type { Pool } from 'pg'
import { companyInformation, workInformation } from '#contract/identity/advance-information.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'

/** A person's job and company, by kind of information. */
export type Work = ReadonlyMap<string, string>

export const readWork = (identityPool: Pool, personIds: readonly number[]): Promise<Map<number, Work>> =>
  readInformation(identityPool, personIds, workInformation)

/**
 * People's information of the requested kinds. The company's own record takes precedence over what a file said about
 * the person's company.
 */
export async function readInformation(
  identityPool: Pool,
  personIds: readonly number[],
  kinds: readonly string[],
): Promise<Map<number, Map<string, string>>> {
  if (personIds.length === 0) return new Map()
  const personIdArray = plainArray([...personIds])
  const { rows } = await identityPool.query<Known>(
    `select person_id as id, name, value from trait where person_id = any($1::bigint[]) and name = any($2::text[])`,
    [personIdArray, kinds],
  )
  const ofCompany = kinds.filter((kind) => companyInformation.includes(kind))
  if (ofCompany.length > 0) {
    const companies = await identityPool.query<Known>(
      `select t.person_id as id, fact.key as name, fact.value
         from trait t join employer e on e.domain = t.value cross join lateral jsonb_each_text(e.facts) fact
        where t.person_id = any($1::bigint[]) and t.name = 'company_domain' and fact.key = any($2::text[])`,
      [personIdArray, ofCompany],
    )
    rows.push(...companies.rows)
  }
  const information = new Map<number, Map<string, string>>()
  for (const { id, name, value } of rows) {
    const facts = information.get(id)
    if (facts) facts.set(name, value)
    else information.set(id, new Map([[name, value]]))
  }
  return information
}

interface Known {
  id: number
  name: string
  value: string
}
