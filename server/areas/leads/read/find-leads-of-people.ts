import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** All leads of one agency that were ever made from these people of the identity data. */
export async function findLeadsOfPeople(tx: Tx, agencyId: string, personIds: readonly number[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const { rows } = await tx.query<{ id: string }>(
    'select id from lead where agency_id = $1 and person_id = any($2::bigint[]) order by id',
    [agencyId, plainArray(personIds)],
  )
  return rows.map(({ id }) => id)
}

/** One client's leads of one person of the identity data. */
export async function findLeadsOfPerson(
  tx: Tx,
  agencyId: string,
  clientId: string,
  personId: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from lead where agency_id = $1 and client_id = $2 and person_id = $3 order by id',
    [agencyId, clientId, personId],
  )
  return rows.map(({ id }) => id)
}
