import { toPage } from '#contract/core/page.ts'
import { deletionCycle_days, type listDeletionCycles } from '#contract/privacy/records.ts'
import { readCycles } from '#server/areas/identity/deletions/read-cycles.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'

export const handleListDeletionCycles: Handler<typeof listDeletionCycles> = async ({ query }, { platform }) => {
  const { page, perPage } = query
  const { cycles, total } = await readCycles(platform.identityPool, { limit: perPage, offset: (page - 1) * perPage })
  const newest = page === 1 ? cycles[0] : (await readCycles(platform.identityPool, { limit: 1, offset: 0 })).cycles[0]
  return {
    ...toPage(
      cycles.map(({ started_at, finished_at, ...counts }) => ({
        started_at: started_at.toISOString(),
        finished_at: finished_at?.toISOString() ?? null,
        ...counts,
      })),
      page,
      perPage,
      total,
    ),
    connected: platform.config.DELETE_ACT_KEY !== undefined,
    next_due_at: newest ? dateOf(newest.started_at.getTime() + deletionCycle_days * 86_400_000).toISOString() : null,
  }
}
