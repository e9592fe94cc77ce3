import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import { readNoticePeople } from '#server/areas/tenants/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { presentQuestions, readQuestions } from '../settings/answers.ts'
import type { Campaign } from '../campaign.ts'
import { leadPriceKindOf } from '../modules/registry.ts'
import { maySetPrices } from '../policy.ts'
import { presentCampaign } from './present.ts'
import { readTopUpFields } from '../settings/save-top-ups.ts'

/** A whole campaign for the caller, with the client's cost setup if the caller sets prices. */
export async function showCampaign(campaign: Campaign, call: SignedInCall): Promise<CampaignDetail> {
  const { caller, platform } = call
  const { module, moduleSettings } = campaign
  const { sale, topUps, people, questions } = await call.inScope(async (tx) => ({
    sale: maySetPrices(caller)
      ? await readSaleTerms(tx, campaign, module, leadPriceKindOf(module, moduleSettings))
      : null,
    topUps: await readTopUpFields(tx, campaign),
    questions: await readQuestions(tx, campaign.agencyId, campaign.module),
    people: maySetPrices(caller) ? await readNoticePeople(tx, campaign.agencyId) : null,
  }))
  const fields = presentCampaign(campaign, caller, localDateAt(platform.clock.now(), campaign.timeZone), sale)
  return {
    ...fields,
    ...topUps,
    questions: presentQuestions(questions, campaign.answers),
    ...(people && { notify_choices: people }),
  }
}
