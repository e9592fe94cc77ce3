import type { listRemoved } from '#contract/companies/removed.ts'
import { removedLife_ms } from '#contract/companies/users.ts'
import { toPage } from '#contract/core/page.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readRemoved } from './find-removed.ts'

export const handleListRemoved: Handler<typeof listRemoved> = async ({ query }, call) => {
  const { rows, total } = await call.inScope((tx) => readRemoved(tx, call, query))
  const data = rows.map(({ id, name, kind, removedAt }) => ({
    company_id: id,
    company_name: name,
    user_type: kind === 'agency' ? ('userdownline' as const) : ('client' as const),
    removed_at: removedAt.toISOString(),
    erased_at: dateOf(removedAt.getTime() + removedLife_ms).toISOString(),
  }))
  return toPage(data, query.page, query.perPage, total)
}
