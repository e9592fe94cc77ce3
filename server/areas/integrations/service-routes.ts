import {
  disconnectCrm,
  generateCrmAuthUrl,
  getAgencyTags,
  getAgencyWebhook,
  getCampaignTags,
  getCrmUserTags,
  getFunnelCampaignTags,
  getKartraListAndTag,
  getMailboxUserGroups,
  listCrmTags,
  listFunnelTags,
  listKartraChoices,
  listMailboxGroups,
  listServiceChoices,
  makeFunnelTags,
} from '#contract/integrations/service-choices.ts'
import {
  checkSpreadsheet,
  checkSpreadsheetConnection,
  getSpreadsheetHistory,
  resendGoogleLink,
  resetSpreadsheet,
  revokeSpreadsheet,
} from '#contract/integrations/spreadsheets.ts'
import { services, type Choice } from '#contract/integrations/services.ts'
import { notFound } from '#server/platform/failure.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { authorizeUrlOf } from './connections/authorize.ts'
import { findConnection, type Owner } from './connections/connection-row.ts'
import { makeTags } from './connections/make-tags.ts'
import { readChoices } from './connections/read-choices.ts'
import { readChosen, readDefaults } from './connections/read-chosen.ts'
import { accountFor, saveCampaignIntegration } from './connections/save-campaign-integration.ts'
import { disconnect } from './connections/save-integration.ts'
import {
  checkGoogle,
  checkSheet,
  readSheetHistory,
  resendSheetLink,
  resetSheet,
  revokeGoogle,
} from './connections/spreadsheets.ts'
import { campaignOf, changesSaved, ownerOf, readAnswer, settingSaved } from './connection-routes.ts'

/** For services without names for their options, the id is the name. */
const asChoices = (ids: readonly string[] = []): Choice[] => ids.map((id) => ({ id, name: id }))

/** A campaign's settings, or the company's defaults for all campaigns. */
const chosenOrDefault = (call: SignedInCall, owner: Owner, campaign: string, kind: 'highlevel') =>
  call.inScope((tx) =>
    campaign === 'all'
      ? readDefaults(tx, owner, kind)
      : readChosen(tx, { agencyId: owner.agencyId, campaignId: campaign }, kind),
  )

export const serviceRoutes: Route[] = [
  bind(listServiceChoices, async ({ params: { slug } }, call) => {
    const options = { lists: [] as Choice[], tags: [] as Choice[], groups: [] as Choice[] }
    for (const kind of services[slug].choices) options[kind] = await readChoices(call, ownerOf(call), slug, kind)
    return { data: options }
  }),
  bind(getCampaignTags, async ({ params }, call) => {
    const { tags = [] } = await call.inScope((tx) => readChosen(tx, campaignOf(call, params.id), 'zapier'))
    return { data: tags }
  }),
  bind(getAgencyWebhook, async (_input, call) => {
    const connection = await call.inScope((tx) => findConnection(tx, ownerOf(call), 'zapier'))
    return { data: connection?.status === 'connected' ? { account: connection.account } : null }
  }),
  bind(getAgencyTags, async (_input, call) => {
    const { tags = [] } = await call.inScope((tx) => readDefaults(tx, ownerOf(call), 'zapier'))
    return { data: tags }
  }),
  bind(listKartraChoices, async (_input, call) => {
    const lists = await readChoices(call, ownerOf(call), 'kartra', 'lists')
    const tags = await readChoices(call, ownerOf(call), 'kartra', 'tags')
    return { data: { lists, tags } }
  }),
  bind(getKartraListAndTag, async ({ params }, call) => {
    const { lists, tags } = await call.inScope((tx) => readChosen(tx, campaignOf(call, params.campaign), 'kartra'))
    return { data: { lists: asChoices(lists), tags: asChoices(tags) } }
  }),
  bind(listCrmTags, async (_input, call) => ({
    data: await readChoices(call, ownerOf(call), 'highlevel', 'tags'),
  })),
  bind(getCrmUserTags, async ({ params }, call) => {
    const { tags = [] } = await chosenOrDefault(call, ownerOf(call), params.campaign, 'highlevel')
    return { data: tags }
  }),
  bind(generateCrmAuthUrl, async (_input, call) => ({
    ...readAnswer,
    message: '',
    data: { url: authorizeUrlOf(call, ownerOf(call), 'highlevel') },
  })),
  bind(disconnectCrm, async (_input, call) => {
    await call.inScope(async (tx) => {
      const connection = await findConnection(tx, ownerOf(call), 'highlevel')
      if (connection) await disconnect(tx, connection, call.platform.clock.now())
    })
    return { ...settingSaved, data: { status: 'disconnected' as const } }
  }),
  bind(listMailboxGroups, async (_input, call) => ({
    data: await readChoices(call, ownerOf(call), 'mailboxpower', 'groups'),
  })),
  bind(getMailboxUserGroups, async ({ params }, call) => {
    const campaign = campaignOf(call, params.campaign)
    const { groups = [] } = await call.inScope((tx) => readChosen(tx, campaign, 'mailboxpower'))
    return { data: groups }
  }),
  bind(listFunnelTags, async (_input, call) => ({
    data: await readChoices(call, ownerOf(call), 'clickfunnels', 'tags'),
  })),
  bind(getFunnelCampaignTags, async ({ params }, call) => {
    const { tags = [] } = await call.inScope((tx) => readChosen(tx, campaignOf(call, params.campaign), 'clickfunnels'))
    return { data: tags }
  }),
  bind(makeFunnelTags, async ({ body }, call) => {
    const owner = ownerOf(call)
    const data = await makeTags(call, owner, 'clickfunnels', body.tags)
    if (body.campaign_id !== undefined) await chooseTags(call, owner, body.campaign_id, data)
    return { ...changesSaved, data }
  }),
  bind(revokeSpreadsheet, async (_input, call) => {
    await revokeGoogle(call, ownerOf(call))
    return settingSaved
  }),
  bind(checkSpreadsheetConnection, async (_input, call) => {
    const { connected, account, cause } = await checkGoogle(call, ownerOf(call))
    return { data: { connected, account, cause } }
  }),
  bind(checkSpreadsheet, async ({ body }, call) => ({
    data: await checkSheet(call, campaignOf(call, body.campaignId)),
  })),
  bind(getSpreadsheetHistory, async ({ params }, call) => ({
    data: await call.inScope((tx) => readSheetHistory(tx, campaignOf(call, params.campaign))),
  })),
  bind(resetSpreadsheet, async ({ body }, call) => {
    const leads = await resetSheet(call, campaignOf(call, body.campaignId))
    return { ...readAnswer, message: 'The sheet is being written again.', data: { leads } }
  }),
  bind(resendGoogleLink, async ({ body }, call) => {
    const campaign = campaignOf(call, body.campaignId)
    const recipients = await call.inScope((tx) => resendSheetLink(tx, call.platform, campaign))
    return { ...readAnswer, message: 'The link was emailed again.', data: { recipients } }
  }),
]

/** Adds tags to a campaign's chosen ones. */
async function chooseTags(
  call: SignedInCall,
  owner: Owner,
  campaignId: string,
  made: readonly Choice[],
): Promise<void> {
  const { rootId, agencyId, clientId } = owner
  if (clientId === null) throw notFound()
  const campaign = { rootId, agencyId, clientId, campaignId }
  await call.inScope(async (tx) => {
    const { rows } = await tx.query('select from campaign where agency_id = $1 and id = $2 and client_id = $3', [
      agencyId,
      campaignId,
      clientId,
    ])
    if (rows.length === 0) throw notFound()
    const account = await accountFor(tx, call, campaign, {
      slug: 'clickfunnels',
      integrationId: undefined,
      connection: 'client',
      details: undefined,
    })
    const before = await readChosen(tx, campaign, 'clickfunnels')
    const tags = [...new Set([...(before.tags ?? []), ...made.map(({ id }) => id)])]
    await saveCampaignIntegration(tx, campaign, account, { ...before, tags }, call.platform.clock.now())
  })
}
