import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import { fieldsOfPart, type copyCampaign as operation } from '#contract/campaigns/copies.ts'
import { copyDestinations } from '#server/areas/integrations/connections/copy-destinations.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { withFieldNames } from '#server/platform/failure.ts'
import type { Input } from '#server/platform/http/route.ts'
import type { Campaign } from '../campaign.ts'
import { createCampaign } from './create-campaign.ts'
import { openCampaign } from '../read/open-campaign.ts'
import { maySetPrices } from '../policy.ts'

type Body = Input<typeof operation>['body']

/** Copies exclusions between campaigns; injected, because the exclusions area depends on this one. */
export type CopyExclusions = (
  tx: Tx,
  now_ms: number,
  lists: { agencyId: string; fromId: string; toId: string },
) => Promise<void>

/**
 * Creates a campaign from another one through `createCampaign`, so that all saved values are validated again. For
 * clients, settings that only the agency may set are left out, as in any campaign that they create.
 */
export async function copyCampaign(
  body: Body,
  call: SignedInCall,
  copyExclusions: CopyExclusions,
): Promise<CampaignDetail> {
  const source = await openCampaign(body.campaignId, call)
  const fields = {
    ...readParts(source, body.parts),
    companyId: source.company_id,
    module: source.module,
    campaignName: body.campaignName,
  }
  return createCampaign({ params: {}, query: {}, body: forCaller(fields, call) }, call, async (tx, campaign) => {
    const { agencyId, id: toId } = campaign
    await copyBeside(tx, call, { fromId: body.campaignId, made: campaign, parts: body.parts })
    if (body.parts.includes('exclusions'))
      await copyExclusions(tx, call.platform.clock.now(), { agencyId, fromId: body.campaignId, toId })
  })
}

/** Copies what is stored outside the campaign's row: its destinations. */
async function copyBeside(
  tx: Tx,
  call: SignedInCall,
  { fromId, made, parts }: { fromId: string; made: Campaign; parts: Body['parts'] },
): Promise<void> {
  const { rootId, agencyId, clientId, id: toId } = made
  const path = { rootId, agencyId, clientId }
  if (!parts.includes('destinations')) return
  // A webhook that can't be added is reported for what was chosen to be copied.
  await withFieldNames(
    () => 'parts',
    () => copyDestinations(tx, call, { ...path, campaignId: fromId }, { ...path, campaignId: toId }),
  )
}

/** The source's fields as a form would send them. */
function readParts(source: CampaignDetail, parts: Body['parts']): Partial<CampaignFields> {
  const names = new Set<string>(parts.flatMap((part) => fieldsOfPart[part]))
  const fields: Partial<CampaignFields> = Object.fromEntries(Object.entries(source).filter(([name]) => names.has(name)))
  const { followsClientPrice, price, answers, notifyUserIds, ...rest } = fields
  return {
    ...rest,
    // The client's price is the default.
    ...(followsClientPrice === false && { price }),
    ...(answers && { answers: stillAsked(source) }),
    ...(notifyUserIds && { notifyUserIds: stillThere(notifyUserIds, source) }),
  }
}

/** Drops answers to questions that are no longer asked or have other choices now. */
const stillAsked = ({ answers, questions }: CampaignDetail): Record<string, string> =>
  Object.fromEntries(
    questions
      .filter(({ id, is_asked, choices }) => {
        const answer = answers[id]
        return is_asked && answer !== undefined && (choices.length === 0 || choices.includes(answer))
      })
      .map(({ id }) => [id, answers[id]!]),
  )

/** Drops people who have left the agency or were turned off. */
const stillThere = (userIds: readonly string[], { notify_choices: people = [] }: CampaignDetail): string[] =>
  userIds.filter((userId) => people.some(({ id }) => id === userId))

function forCaller<Fields extends Partial<CampaignFields>>(fields: Fields, { caller }: SignedInCall): Fields {
  if (maySetPrices(caller)) return fields
  const { price: _price, hidesPhone: _hidesPhone, campaign_information_type: _type, ...ownFields } = fields
  const ofAgency = new Set<string>(fieldsOfPart.notices)
  return Object.fromEntries(Object.entries(ownFields).filter(([name]) => !ofAgency.has(name))) as Fields
}
