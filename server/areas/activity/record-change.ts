import { categoryOfArea } from '#contract/activity/actions.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'
import { hasRecorded, recordActivity } from './record-activity.ts'

/**
 * Logs a change that the use case did not log itself, from its declaration: which call, on what, and which fields were
 * sent. So no change goes unlogged; use cases that know more call `recordActivity`, and then this does nothing.
 */
export const recordChange: AccessHooks['recordChange'] = async (tx, call, operation, input) => {
  if (operation.logged === false || hasRecorded(tx)) return
  const { object, area, name } = operation
  const id = object && object.kind !== 'none' ? (input[object.in] as Record<string, unknown>)[object.key] : undefined
  const isCampaign = object?.kind === 'campaign' && typeof id === 'string'
  await recordActivity(tx, call, {
    action: `${categoryOfArea[area] ?? 'setting'}.${name}`,
    target: object && typeof id === 'string' ? { kind: object.kind, id } : undefined,
    subjectId: object?.kind === 'user' && typeof id === 'string' ? id : undefined,
    campaignId: isCampaign ? id : undefined,
    // Names of fields only: personal data could never be removed from a chain again.
    to: { changed: Object.keys((input.body ?? {}) as object) },
  })
}
