import type { finishTour } from '#contract/people/tour.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'

export const handleFinishTour: Handler<typeof finishTour> = async (_input, call) => {
  const { platform, caller } = call
  await call.inScope((tx) =>
    tx.query('update app_user set toured_at = coalesce(toured_at, $2) where id = $1', [
      caller.userId,
      dateOf(platform.clock.now()),
    ]),
  )
  return { result: 'success', message: '' }
}
