import { readRoots } from '#server/areas/branding/read-roots.ts'
import { readAgencyIds } from '#server/areas/tenants/read-agency-ids.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

/** How long a delivery's body is kept after its lead. */
export const bodyRetention_ms = 30 * 86_400_000
const atOnce = 5_000

/**
 * Deletes bodies 30 days after the lead; until then a resend sends the same bytes (SEC-10). A later resend is built
 * from the lead. The log of attempts is kept.
 */
export const deleteBodiesJob: Job = {
  name: 'forget-delivery-bodies',
  everyMinutes: 30,
  async run(platform) {
    for (const rootId of await readRoots(platform)) {
      const agencies = (await readAgencyIds(platform, rootId)).map((agencyId) => ({ rootId, agencyId }))
      await settleEach(platform, 'delivery bodies could not be deleted', agencies, async ({ agencyId }) => {
        while ((await forgetSome(platform, rootId, agencyId)) === atOnce);
      })
    }
  },
}

/** One agency at a time: the index begins with it, and a cluster stores each agency on one node. */
function forgetSome(platform: Platform, rootId: string, agencyId: string): Promise<number> {
  const before = lowestUuidAt(platform.clock.now() - bodyRetention_ms)
  return inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const deletion = await tx.query(
      `with old as (
         select id from delivery
          where agency_id = $1 and id < $2 and body is not null and status <> 'waiting'
          order by id limit ${atOnce})
       update delivery set body = null
       from old where delivery.agency_id = $1 and delivery.id = old.id`,
      [agencyId, before],
    )
    return deletion.rowCount ?? 0
  })
}
