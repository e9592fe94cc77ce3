import {
  listManualReceipts,
  listReceipts,
  settleReceipt as settleOperation,
  takeBackLead,
} from '#contract/integrations/take-back.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { ownerOf } from './connection-routes.ts'
import { queueTakeBack } from './take-back/queue-take-back.ts'
import { readManualReceipts, readReceipts, settleReceipt } from './take-back/read-receipts.ts'

const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const

export const takeBackRoutes: Route[] = [
  bind(takeBackLead, async ({ body }, call) => {
    const owner = ownerOf(call)
    const data = await call.inScope(async (tx) => {
      await queueTakeBack(tx, call.platform, owner, [body.lead_id])
      return readReceipts(tx, owner.agencyId, body.lead_id)
    })
    return { ...updatedAnswer, data }
  }),
  bind(settleOperation, async ({ body }, call) => {
    const { agencyId } = ownerOf(call)
    const receipt = { leadId: body.lead_id, destinationId: body.destination_id }
    const data = await call.inScope(async (tx) => {
      await settleReceipt(tx, agencyId, receipt, call.platform.clock.now())
      return readReceipts(tx, agencyId, body.lead_id)
    })
    return { ...updatedAnswer, data }
  }),
  bind(listReceipts, async ({ params }, call) => ({
    data: await call.inScope((tx) => readReceipts(tx, ownerOf(call).agencyId, params.lead)),
  })),
  bind(listManualReceipts, ({ query }, call) =>
    call.inScope((tx) => readManualReceipts(tx, ownerOf(call), query.before)),
  ),
]
