import { createCallback, removeCallback } from '#contract/integrations/callbacks.ts'
import {
  getDelivery,
  listDeliveries as listDeliveriesOperation,
  resendDeliveries as resendDeliveriesOperation,
  resendDelivery as resendOperation,
  resendFailed as resendFailedOperation,
} from '#contract/integrations/deliveries.ts'
import { listDeveloperDeliveries as listDeveloperDeliveriesOperation } from '#contract/integrations/developer-deliveries.ts'
import {
  createWebhook,
  getCampaignWebhooks,
  getDestination,
  listDestinations as listDestinationsOperation,
  removeWebhook as removeOperation,
  updateDestination,
} from '#contract/integrations/destinations.ts'
import { saveRouting, tryConditions } from '#contract/integrations/routing.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { serviceRoutes } from './service-routes.ts'
import { connectionRoutes } from './connection-routes.ts'
import { customRoutes } from './custom-routes.ts'
import { takeBackRoutes } from './take-back-routes.ts'
import { handleCreateCallback, handleRemoveCallback } from './connections/callbacks.ts'
import { addWebhook } from './connections/add-webhook.ts'
import type { Book } from './deliveries/book.ts'
import { changeDestination, removeWebhook, saveRoutingOf } from './connections/change-destination.ts'
import { fulfills } from './deliveries/choose-destinations.ts'
import { readNewestForRouting } from './deliveries/route-leads.ts'
import { listDeliveries, readDelivery } from './deliveries/list-deliveries.ts'
import { listDeveloperDeliveries } from './deliveries/list-developer-deliveries.ts'
import { listDestinations, readDestination } from './connections/list-destinations.ts'
import { resendDeliveries, resendDelivery, resendFailed } from './deliveries/resend.ts'

/** The success messages of OQ-52. */
const readAnswer = { result: 'success', message: '' } as const
const addedAnswer = { result: 'success', message: 'Data has been added successfully' } as const
const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const
const deletedAnswer = { result: 'success', message: 'Deleted!' } as const

/** The agency of the call's object; campaigns, destinations and deliveries always have one. */
function bookOf(call: SignedInCall): Book {
  const { rootId, agencyId } = call.object!
  if (agencyId === null) throw notFound()
  return { rootId, agencyId }
}

/** The campaign in the request, with its owner. */
function campaignOf(call: SignedInCall, campaignId: string) {
  const { clientId } = call.object!
  if (clientId === null) throw notFound()
  return { ...bookOf(call), clientId, campaignId }
}

export const routes: Route[] = [
  ...connectionRoutes,
  ...serviceRoutes,
  ...customRoutes,
  ...takeBackRoutes,
  bind(listDeliveriesOperation, listDeliveries),
  bind(listDeveloperDeliveriesOperation, listDeveloperDeliveries),
  bind(getDelivery, async ({ params }, call) => {
    const now_ms = call.platform.clock.now()
    const data = await call.inScope((tx) => readDelivery(tx, bookOf(call).agencyId, params.id, now_ms))
    return { ...readAnswer, data }
  }),
  bind(resendOperation, async ({ body }, call) => {
    const now_ms = call.platform.clock.now()
    const data = await call.inScope(async (tx) => {
      await resendDelivery(tx, bookOf(call), body.delivery_id, now_ms)
      return readDelivery(tx, bookOf(call).agencyId, body.delivery_id, now_ms)
    })
    return { ...updatedAnswer, data }
  }),
  bind(resendDeliveriesOperation, async ({ body }, call) => {
    const { clientId } = call.object!
    const isDry = body.dry_run
    const now_ms = call.platform.clock.now()
    const selection = { ids: body.delivery_ids, clientId }
    const outcome = await call.inScope((tx) => resendDeliveries(tx, bookOf(call), selection, isDry, now_ms))
    return { ...(isDry ? readAnswer : updatedAnswer), data: { count: outcome.count, left_out: outcome.leftOut } }
  }),
  bind(resendFailedOperation, async ({ body }, call) => {
    const until_ms = body.until === undefined ? null : Date.parse(body.until)
    const request = {
      since_ms: Date.parse(body.since),
      until_ms,
      after: body.after ?? null,
      alsoDelivered: body.also_delivered === true,
      dryRun: body.dry_run,
    }
    const now_ms = call.platform.clock.now()
    const data = await call.inScope((tx) => resendFailed(tx, bookOf(call), body.destination_id, request, now_ms))
    return { ...(request.dryRun ? readAnswer : updatedAnswer), data }
  }),
  bind(listDestinationsOperation, async ({ params }, call) => ({
    data: await call.inScope((tx) => listDestinations(tx, bookOf(call).agencyId, params.id)),
  })),
  bind(getDestination, async ({ params }, call) => {
    const data = await call.inScope((tx) => readDestination(tx, bookOf(call).agencyId, params.id))
    if (!data) throw notFound()
    return { data }
  }),
  bind(getCampaignWebhooks, async ({ params }, call) => {
    const data = await call.inScope((tx) => listDestinations(tx, bookOf(call).agencyId, params.id))
    return { data: data.filter(({ kind }) => kind === 'webhook') }
  }),
  bind(createWebhook, async ({ body }, call) => {
    const campaign = campaignOf(call, body.campaignId)
    const data = await call.inScope(async (tx) => {
      const { id, secret } = await addWebhook(tx, call.platform, campaign, body.url)
      return { ...(await readDestination(tx, campaign.agencyId, id))!, secret }
    })
    return { ...addedAnswer, data }
  }),
  bind(updateDestination, async ({ body }, call) => {
    if (body.url !== undefined) await call.requireRecentProof()
    const data = await call.inScope(async (tx) => {
      await changeDestination(tx, call.platform, bookOf(call), body.destination_id, {
        url: body.url,
        active: body.active,
      })
      return (await readDestination(tx, bookOf(call).agencyId, body.destination_id))!
    })
    return { ...updatedAnswer, data }
  }),
  bind(saveRouting, async ({ body: { destination_id, ...routing } }, call) => {
    await call.inScope((tx) => saveRoutingOf(tx, bookOf(call), destination_id, routing))
    return updatedAnswer
  }),
  bind(tryConditions, async ({ body }, call) => {
    const answer = await call.inScope(async (tx) => {
      const lead = await readNewestForRouting(tx, bookOf(call), body.destination_id)
      return lead && fulfills(lead, body.conditions)
    })
    return { result: 'success' as const, data: { fulfills: answer } }
  }),
  bind(createCallback, handleCreateCallback),
  bind(removeCallback, handleRemoveCallback),
  bind(removeOperation, async ({ body }, call) => {
    const now_ms = call.platform.clock.now()
    await call.inScope((tx) => removeWebhook(tx, bookOf(call), body.destination_id, now_ms))
    return deletedAnswer
  }),
]
