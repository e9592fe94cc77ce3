import {
  authorizeIntegration,
  finishAuthorization as finishOperation,
  getCustomFields,
  getIntegration,
  getServiceFields,
  listIntegrations,
  listSendgridLists,
  previewIntegration as previewOperation,
  saveCampaignIntegration as saveCampaignOperation,
  saveIntegration as saveOperation,
  testIntegration as testOperation,
} from '#contract/integrations/connections.ts'
import { nameOfField, sendableFields } from '#contract/integrations/services.ts'

import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { authorizeUrlOf, finishAuthorization } from './connections/authorize.ts'
import { type Owner } from './connections/connection-row.ts'
import { readChoices, readFields } from './connections/read-choices.ts'
import { readIntegration, readIntegrationList } from './connections/read-integrations.ts'
import {
  accountFor,
  chosenDetails,
  customIdIn,
  removeCampaignIntegration,
  saveCampaignIntegration,
} from './connections/save-campaign-integration.ts'
import { saveIntegration } from './connections/save-integration.ts'
import { previewIntegration, testIntegration } from './connections/try-integration.ts'
import type { CampaignPath } from './deliveries/book.ts'

export const readAnswer = { result: 'success' } as const
export const changesSaved = { result: 'success', message: 'Changes saved successfully' } as const
export const settingSaved = { result: 'success', message: 'Your settings have been saved.' } as const

/** The owner of the connections in a request: a client or an agency. */
export function ownerOf(call: SignedInCall): Owner {
  const { rootId, agencyId, clientId } = call.object!
  if (agencyId === null) throw notFound()
  return { rootId, agencyId, clientId }
}

export function campaignOf(call: SignedInCall, campaignId: string): CampaignPath {
  const owner = ownerOf(call)
  if (owner.clientId === null) throw notFound()
  return { ...owner, clientId: owner.clientId, campaignId }
}

export const connectionRoutes: Route[] = [
  bind(saveOperation, async ({ body }, call) => {
    const owner = ownerOf(call)
    await saveIntegration(call, owner, body)
    const data = await call.inScope((tx) => readIntegration(tx, owner, body.integration_slug))
    return { ...settingSaved, data }
  }),
  bind(getIntegration, async ({ params }, call) => ({
    ...readAnswer,
    data: await call.inScope((tx) => readIntegration(tx, ownerOf(call), params.slug)),
  })),
  bind(listIntegrations, async ({ params }, call) => ({
    ...readAnswer,
    data: await call.inScope((tx) => readIntegrationList(call.platform, tx, ownerOf(call), params.parent)),
  })),
  bind(saveCampaignOperation, async ({ body }, call) => {
    const campaign = campaignOf(call, body.campaignId)
    const { integration_slug: slug, integration_id: integrationId } = body
    const now_ms = call.platform.clock.now()
    if (body.enable === false) {
      await call.inScope((tx) =>
        removeCampaignIntegration(tx, campaign, { slug, integrationId, details: undefined }, now_ms),
      )
      return { ...changesSaved, data: { destination_id: null, details: {} } }
    }
    const draft = { slug, integrationId, connection: body.connection, details: body.details }
    const data = await call.inScope(async (tx) => {
      const account = await accountFor(tx, call, campaign, draft)
      const details = chosenDetails(account, body.details)
      return { destination_id: await saveCampaignIntegration(tx, campaign, account, details, now_ms), details }
    })
    return { ...changesSaved, data }
  }),
  bind(previewOperation, async ({ body }, call) => {
    const campaign = campaignOf(call, body.campaignId)
    customIdIn({ slug: body.integration_slug, integrationId: body.integration_id, details: body.details })
    const { isExample, fields } = await previewIntegration(call, campaign, body.integration_slug, body.details)
    return { ...readAnswer, data: { is_example: isExample, fields } }
  }),
  bind(testOperation, async ({ body }, call) => {
    const campaign = campaignOf(call, body.campaignId)
    const { integration_slug: slug, integration_id: integrationId } = body
    const draft = { slug, integrationId, connection: body.connection, details: body.details }
    const account = await call.inScope((tx) => accountFor(tx, call, campaign, draft))
    const { delivered, cause } = await testIntegration(call, campaign, account, chosenDetails(account, body.details))
    return { ...readAnswer, data: { delivered, cause } }
  }),
  bind(authorizeIntegration, async ({ body }, call) => ({
    ...readAnswer,
    message: '',
    data: { url: authorizeUrlOf(call, ownerOf(call), body.integration_slug) },
  })),
  bind(finishOperation, async ({ body }, call) => {
    const owner = ownerOf(call)
    await finishAuthorization(call, owner, body.integration_slug, body)
    const data = await call.inScope((tx) => readIntegration(tx, owner, body.integration_slug))
    return { ...settingSaved, data }
  }),
  bind(getCustomFields, async () => ({
    data: sendableFields.map((id) => ({ id, name: nameOfField(id) })),
  })),
  bind(getServiceFields, async ({ params }, call) => ({
    data: (await readFields(call, ownerOf(call), params.slug)).map(({ id, name, custom }) => ({
      id,
      name,
      custom,
    })),
  })),
  bind(listSendgridLists, async (_input, call) => ({
    data: await readChoices(call, ownerOf(call), 'sendgrid', 'lists'),
  })),
]
