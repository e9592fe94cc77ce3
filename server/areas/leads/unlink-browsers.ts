import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Forgets which browsers these people of the identity data use, at all clients of an agency. */
export const unlinkBrowsers = (tx: Tx, agencyId: string, personIds: readonly number[]): Promise<unknown> =>
  tx.query('delete from device_link where agency_id = $1 and person_id = any($2::bigint[])', [
    agencyId,
    plainArray(personIds),
  ])
