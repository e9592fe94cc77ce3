import { recordActivity } from '#server/areas/activity/public.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'

/**
 * Every writing call of view mode stands in the log with both people before it is carried out: what was tried and failed
 * is told as well. The way out has an entry of its own.
 */
export const recordView: AccessHooks['recordView'] = async (call, operation) => {
  if (operation.name === 'switchBack') return
  await call.inScope((tx) =>
    recordActivity(tx, call, { action: `view.${operation.name}`, place: call.caller, subjectId: call.caller.userId }),
  )
}
