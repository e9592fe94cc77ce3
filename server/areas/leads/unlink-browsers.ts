import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Forgets which browsers these people of the identity data use, at all clients of an agency. */
export const unlinkBrowsers = (tx: Tx, agencyId: string, personIds: readonly number[]): Promise<unknown> =>
  tx.query('delete from device_link where agency_id = $1 and person_id = any($2::bigint[])', [
    agencyId,
    plainArray(personIds),
  ])

/** Forgets whose browser this is at one client. Returns the person; null if nobody is known by it. */
export async function unlinkBrowser(
  tx: Tx,
  agencyId: string,
  clientId: string,
  visitorId: string,
): Promise<number | null> {
  const { rows } = await tx.query<{ personId: number }>(
    `delete from device_link where agency_id = $1 and client_id = $2 and visitor_id = $3 returning person_id as "personId"`,
    [agencyId, clientId, visitorId],
  )
  return rows[0]?.personId ?? null
}
