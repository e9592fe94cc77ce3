import type { closeChecklist } from '#contract/people/checklist.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'

export const handleCloseChecklist: Handler<typeof closeChecklist> = async (_input, call) => {
  const { platform, caller } = call
  await call.inScope((tx) =>
    tx.query('update app_user set checklist_closed_at = coalesce(checklist_closed_at, $2) where id = $1', [
      caller.userId,
      dateOf(platform.clock.now()),
    ]),
  )
  return { result: 'success', message: '' }
}
