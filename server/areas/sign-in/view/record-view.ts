import { recordActivity } from '#server/areas/activity/public.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'

/**
 * Logs every writing call of view mode with both people before it is executed, so that failed attempts are logged, too.
 * Leaving view mode has an entry of its own.
 */
export const recordView: AccessHooks['recordView'] = async (call, operation) => {
  if (operation.name === 'switchBack') return
  await call.inScope((tx) =>
    recordActivity(tx, call, { action: `view.${operation.name}`, place: call.caller, subjectId: call.caller.userId }),
  )
}
