import { readRoots } from '#server/areas/branding/read-roots.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Erases name and email address of administrators and sales staff who were removed before a moment; the rest of them went with the
 * removal. Whoever earned commissions keeps both: the books say to whom they were paid.
 */
export async function eraseRemovedMembers(platform: Platform, before_ms: number): Promise<void> {
  for (const rootId of await readRoots(platform))
    await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => erase(tx, rootId, dateOf(before_ms)))
}

/** In two steps, because on a cluster people are on each node, and commissions on the coordinator. */
async function erase(tx: Tx, rootId: string, before: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select u.id from app_user u
      where u.root_id = $1 and u.removed_at < $2 and u.email <> u.id || '@removed.invalid'
        and not exists (select from commission c where c.root_id = $1 and c.user_id = u.id)`,
    [rootId, before],
  )
  if (rows.length === 0) return
  // Somebody may have been invited again in the meantime.
  await tx.query(
    `update app_user set full_name = 'Removed', email = id || '@removed.invalid' where id = any ($1) and removed_at < $2`,
    [rows.map(({ id }) => id), before],
  )
}
