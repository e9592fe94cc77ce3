import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** How many visits at one agency's clients these people were recognized in, and how many browsers are linked to them. */
export async function countTraces(
  tx: Tx,
  agencyId: string,
  personIds: readonly number[],
): Promise<{ visits: number; browsers: number }> {
  const { rows } = await tx.query<{ visits: number; browsers: number }>(
    `select (select count(*)::int from visit where agency_id = $1 and person_id = any($2::bigint[])) as visits,
            (select count(*)::int from device_link where agency_id = $1 and person_id = any($2::bigint[])) as browsers`,
    [agencyId, plainArray(personIds)],
  )
  return rows[0]!
}
