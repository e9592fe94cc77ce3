import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { postpone } from './blocked-account.ts'
import type { Connection } from './connection-row.ts'

/** How long a request waits that found too many others open. */
const pause_ms = 1_000

/**
 * Notes an open request to an account that takes only so many at once, across all processes; returns what ends it. One
 * whose process died counts until its time is over. Throws `slow_down` without using an attempt if there are enough.
 */
export async function openRequest(
  platform: Platform,
  { rootId, agencyId, id }: Pick<Connection, 'rootId' | 'agencyId' | 'id'>,
  atOnce: number,
  timeout_ms: number,
): Promise<() => Promise<void>> {
  const now_ms = machineTime(platform.clock)
  const token = newToken()
  const inRoot = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
    inScope(platform.appPool, { kind: 'root', rootId }, work)
  const { rowCount } = await inRoot((tx) =>
    tx.query(
      `update connection set open_requests = jsonb_build_object($3::text, $4::bigint) ||
         (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(open_requests) where value::bigint > $5)
       where agency_id = $1 and id = $2
         and (select count(*) from jsonb_each(open_requests) where value::bigint > $5) < $6`,
      [agencyId, id, token, Math.ceil(now_ms + timeout_ms), Math.floor(now_ms), atOnce],
    ),
  )
  if (rowCount === 0) throw postpone(pause_ms)
  return async () => {
    try {
      await inRoot((tx) =>
        tx.query('update connection set open_requests = open_requests - $3::text where agency_id = $1 and id = $2', [
          agencyId,
          id,
          token,
        ]),
      )
    } catch (error) {
      // Its answer counts; the note ends by itself.
      platform.log.warn({ err: error }, 'the end of a request could not be noted')
    }
  }
}
