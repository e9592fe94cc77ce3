import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'

/**
 * Logs every call of view mode that writes, with both people, before it runs, so that failed attempts are logged, too.
 * Leaving view mode has a separate entry.
 */
export const recordView: AccessHooks['recordView'] = async (call, operation) => {
  if (operation.name === 'switchBack') return
  await call.inScope((tx) =>
    recordActivity(tx, call, { action: `view.${operation.name}`, place: call.caller, subjectId: call.caller.userId }),
  )
}
