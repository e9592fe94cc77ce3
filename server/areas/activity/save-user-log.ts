import type { saveUserLog } from '#contract/activity/user-log.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { TenantPath } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { recordReportedActivity } from './record-activity.ts'

/** The caller and the address come from the server, never from the body (SEC-7). */
export const handleSaveUserLog: Handler<typeof saveUserLog> = async ({ body }, call) => {
  await call.inScope(async (tx) => {
    const place = body.targetUserId === undefined ? call.caller : await placeOf(tx, body.targetUserId)
    await recordReportedActivity(tx, call, {
      action: `browser.${camelCase(body.action)}`,
      place,
      subjectId: body.targetUserId,
      description: body.desc.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '),
    })
  })
  return { result: 'success', message: 'Saved.' }
}

/** The tenant of the person concerned; somebody outside the caller's scope looks absent. */
async function placeOf(tx: Tx, userId: string): Promise<TenantPath> {
  const { rows } = await tx.query<{ root_id: string; agency_id: string | null; client_id: string | null }>(
    'select root_id, agency_id, client_id from app_user where id = $1',
    [userId],
  )
  if (!rows[0]) throw notFound()
  return { rootId: rows[0].root_id, agencyId: rows[0].agency_id, clientId: rows[0].client_id }
}

/** `Open report 2` becomes `openReport`: actions are identifiers, whatever a browser sends. */
function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z]+/).filter((word) => word !== '')
  const [first = 'event', ...rest] = words
  return (
    first.charAt(0).toLowerCase() +
    first.slice(1) +
    rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}
