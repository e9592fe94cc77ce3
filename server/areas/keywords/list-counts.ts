import { toPage } from '#contract/core/page.ts'
import { maxPending, type listCampaignCounts, type readCampaignCounts } from '#contract/keywords/counts.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { presentCount, readCounts, readQueue } from './counts.ts'

export const handleCurrent: Handler<typeof readCampaignCounts> = async ({ params }, call) => {
  const { rootId, agencyId } = call.object!
  const of = { agencyId: agencyId!, campaignId: params.id }
  const { pending, latest, turns } = await call.inScope(async (tx) => ({
    pending: await readCounts(tx, { ...of, which: 'pending', order: 'turn', limit: maxPending }),
    latest: await readCounts(tx, { ...of, which: 'done', order: 'none', limit: 1 }),
    turns: await readQueue(tx, rootId, agencyId!),
  }))
  const present = (row: (typeof pending.rows)[number]) => presentCount(row, turns)
  return {
    result: 'success',
    data: { pending: pending.rows.map(present), latest: latest.rows.map(present)[0] ?? null },
  }
}

export const handleHistory: Handler<typeof listCampaignCounts> = async ({ params, query }, call) => {
  const { rootId, agencyId } = call.object!
  const { page, perPage } = query
  const order = query.sort === 'count' && query.order === 'desc' ? 'desc' : query.sort === 'count' ? 'asc' : 'none'
  const { rows, total, turns } = await call.inScope(async (tx) => ({
    ...(await readCounts(tx, {
      agencyId: agencyId!,
      campaignId: params.id,
      which: params.type,
      order,
      limit: perPage,
      skip: (page - 1) * perPage,
    })),
    turns: await readQueue(tx, rootId, agencyId!),
  }))
  return toPage(
    rows.map((row) => presentCount(row, turns)),
    page,
    perPage,
    total,
  )
}
