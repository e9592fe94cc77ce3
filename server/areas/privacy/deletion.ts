import { z } from 'zod'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { wishSeal } from './requests.ts'
import { scopeOf, type RequestPath } from './request-signs.ts'

/** Whom a confirmed request asks to delete; null unless it is still to be carried out. */
export async function readDeletion(
  platform: Platform,
  { rootId, agencyId, requestId }: RequestPath,
): Promise<{ hashes: string[]; email: string } | null> {
  const { rows } = await inScope(
    platform.appPool,
    scopeOf({ rootId, agencyId }),
    (tx) =>
      tx.query<{ hashes: string[]; wish: string }>(
        `select (select array_agg(encode(hash, 'hex')) from unnest(hashes) as hash) as hashes, wish_sealed as wish
           from privacy_request
          where agency_id = $1 and id = $2 and kind = 'delete' and proved_at is not null and done_at is null`,
        [agencyId, requestId],
      ),
    { readOnly: true },
  )
  if (!rows[0]) return null
  const { hashes, wish } = rows[0]
  return { hashes, email: openAddress(platform, requestId, wish) }
}

const openAddress = ({ secrets }: Platform, requestId: string, sealed: string): string =>
  z.object({ email: z.string() }).parse(JSON.parse(secrets.open(sealed, wishSeal(requestId)))).email

/** The address of somebody who asked to see what is held; null once it is forgotten. */
export async function readAddress(platform: Platform, task: RequestPath): Promise<string | null> {
  const { rows } = await inScope(
    platform.appPool,
    scopeOf(task),
    (tx) =>
      tx.query<{ wish: string }>(
        `select wish_sealed as wish from privacy_request
          where agency_id = $1 and id = $2 and kind = 'see' and wish_sealed is not null`,
        [task.agencyId, task.requestId],
      ),
    { readOnly: true },
  )
  return rows[0] ? openAddress(platform, task.requestId, rows[0].wish) : null
}

/** It was asked again whether anything is left. From now on the record says nothing of whom it was about. */
export const finishDeletion = ({ appPool, clock }: Platform, task: RequestPath): Promise<unknown> =>
  inScope(appPool, scopeOf(task), (tx) =>
    tx.query(
      `update privacy_request set done_at = $3, verified_at = $3, outcome = 'done', hashes = null, wish_sealed = null
        where agency_id = $1 and id = $2`,
      [task.agencyId, task.requestId, dateOf(clock.now())],
    ),
  )
