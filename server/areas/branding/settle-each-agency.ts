import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { readRoots } from './read-roots.ts'

export interface AgencyIds {
  rootId: string
  agencyId: string
}

/**
 * Processes agencies of every operator, one after the other; a failure is logged and the others continue.
 * `find` selects the agencies under their operator's scope; `what` completes "an agency could not be …".
 */
export async function settleEachAgency(
  platform: Platform,
  what: string,
  find: (tx: Tx, rootId: string) => Promise<string[]>,
  work: (agency: AgencyIds) => Promise<unknown>,
): Promise<void> {
  const roots = (await readRoots(platform)).map((rootId) => ({ rootId }))
  await settleEach(platform, `an operator’s agencies could not be ${what}`, roots, async ({ rootId }) => {
    const agencyIds = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => find(tx, rootId))
    const agencies = agencyIds.map((agencyId) => ({ rootId, agencyId }))
    await settleEach(platform, `an agency could not be ${what}`, agencies, work)
  })
}
