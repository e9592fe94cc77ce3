import { findHost } from '#server/areas/branding/find-host.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Hook } from '#server/platform/http/hooks.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readStopToken, type Stop } from './stop-link.ts'

/**
 * Stops mails of a kind for one person with one POST, without signing in, as mail programs send it for a click on their own
 * button (RFC 8058). The page at the same URL only shows what it would stop: programs that follow links change nothing.
 */
export const stopHook: Hook = {
  path: '/stop-mail/:token',
  async take(platform, { host, params }) {
    const owner = await findHost(platform, host)
    const stop = owner && readStopToken(platform, owner.companyId, params['token'] ?? '')
    if (!owner || !stop) return false
    await stopMails(platform, owner, stop)
    return true
  },
}

/** Repeatable. For a person with an account it is their own choice, which they find in their profile. */
async function stopMails(
  platform: Platform,
  { rootId, agencyId }: { rootId: string; agencyId: string | null },
  { recipientId, kind }: Stop,
): Promise<void> {
  await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rowCount } = await tx.query(
      `update app_user set mail_choices = mail_choices || jsonb_build_object($3::text, 'off')
        where root_id = $1 and id = $2 and removed_at is null`,
      [rootId, recipientId, kind],
    )
    if (rowCount) return
    await tx.query(
      `insert into mail_stop (agency_id, recipient_id, kind, root_id, stopped_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [agencyId ?? rootId, recipientId, kind, rootId, dateOf(platform.clock.now())],
    )
  })
}
