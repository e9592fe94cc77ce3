import { inScope } from '#server/platform/database/scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readRoots } from './read-roots.ts'

/** How long the bytes of a delivery are kept after its lead. */
export const bodiesKeptFor_ms = 30 * 86_400_000
const atOnce = 5_000

/**
 * What was sent is kept for 30 days after the lead, for a resend of the same bytes (SEC-10); then it goes, and
 * a later resend is made anew from the lead. The log of tries stays.
 */
export const forgetBodiesJob: Job = {
  name: 'forget-delivery-bodies',
  everyMinutes: 30,
  async run(platform) {
    for (const rootId of await readRoots(platform)) {
      while ((await forgetSome(platform, rootId)) === atOnce);
    }
  },
}

function forgetSome(platform: Platform, rootId: string): Promise<number> {
  const before = lowestUuidAt(platform.clock.now() - bodiesKeptFor_ms)
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const forgotten = await tx.query(
      `with old as (
         select aged.agency_id, aged.id
         from company cross join lateral (
           select agency_id, id from delivery
           where agency_id = company.id and id < $1 and body is not null and status <> 'waiting'
           order by id limit ${atOnce}) as aged
         where company.kind = 'agency' limit ${atOnce})
       update delivery set body = null
       from old where delivery.agency_id = old.agency_id and delivery.id = old.id`,
      [before],
    )
    return forgotten.rowCount ?? 0
  })
}
