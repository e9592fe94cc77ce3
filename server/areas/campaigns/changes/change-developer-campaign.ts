import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type {
  createDeveloperCampaign,
  DeveloperCampaignDetail,
  getDeveloperCampaign,
  setDeveloperCampaignLimit,
  setDeveloperCampaignStatus,
} from '#contract/campaigns/developer-campaigns.ts'
import {
  developerFieldOf,
  developerFieldOfCreation,
  readDetail,
  writeCreation,
  writeLimit,
} from '#contract/campaigns/developer-codec.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { withFieldNames } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { checkSettings, type CheckedSettings } from '../settings/check-settings.ts'
import { createCampaign } from './create-campaign.ts'
import { expandFields } from '../settings/expand-fields.ts'
import { moduleOf } from '../modules/registry.ts'
import { openCampaign } from '../read/open-campaign.ts'
import { readChanges } from './read-changes.ts'
import { setCampaignActive } from '../status/set-campaign-status.ts'
import { updateCampaign } from './update-campaign.ts'

// Campaigns in the developer API: the product's own use cases with the developer API's field names.

export const handleGetDeveloperCampaign: Handler<typeof getDeveloperCampaign> = async ({ params }, call) =>
  readDetail(await openCampaign(params.id, call))

export const handleCreateDeveloperCampaign: Handler<typeof createDeveloperCampaign> = ({ body }, call) =>
  inOwnWords(() => createCampaign({ params: {}, query: {}, body: writeCreation(body) }, call), developerFieldOfCreation)

export const handleSetDeveloperCampaignStatus: Handler<typeof setDeveloperCampaignStatus> = ({ params, body }, call) =>
  inOwnWords(() => setCampaignActive(params.id, body.status, call))

export const handleSetDeveloperCampaignLimit: Handler<typeof setDeveloperCampaignLimit> = ({ params, body }, call) =>
  inOwnWords(() => updateCampaign(writeLimit(params.id, body), call))

/**
 * Rejects a new campaign for what the call itself says, like the product's own use case, given the settings that it would
 * have without the call: for the sandbox, whose client has no rows.
 */
export const checkDeveloperCampaign = (tx: Tx, body: BodyOf<typeof createDeveloperCampaign>, usual: CheckedSettings) =>
  withFieldNames(developerFieldOfCreation, async () => {
    const { companyId: _client, module, ...fields } = writeCreation(body)
    const changes = readChanges(module, await expandFields(tx, fields), moduleOf(module).defaults.settings)
    await checkSettings(tx, { ...usual, ...changes })
  })

const inOwnWords = (
  run: () => Promise<CampaignDetail>,
  fieldOf: (name: string) => string = developerFieldOf,
): Promise<DeveloperCampaignDetail> => withFieldNames(fieldOf, async () => readDetail(await run()))
