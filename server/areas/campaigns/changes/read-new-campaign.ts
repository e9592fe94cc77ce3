import type { readNewCampaign as operation } from '#contract/campaigns/campaigns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { frequencyOf } from '#server/areas/pricing/bounds.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import { readNoticePeople } from '#server/areas/tenants/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { presentQuestions, readQuestions } from '../settings/answers.ts'
import { readDefaults } from './create-campaign.ts'
import { assertPaid, assertMayCreateCampaigns, maySetPrices, seesWholesale } from '../policy.ts'

/** The defaults of a client's new campaign, as `createCampaign` applies them. */
export async function readNewCampaign(
  { params }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>['data']> {
  assertMayCreateCampaigns(call.caller)
  assertPaid(call.caller)
  const path = call.object!
  const { sale, defaults, people, questions } = await call.inScope(async (tx) => {
    const terms = await readSaleTerms(tx, path, params.module)
    return {
      sale: terms,
      defaults: await readDefaults(tx, params.module, path, terms.limitAt(terms.retail_e4), call.platform.clock.now()),
      questions: await readQuestions(tx, path.agencyId!, params.module),
      people: maySetPrices(call.caller) ? await readNoticePeople(tx, path.agencyId!) : null,
    }
  })
  return {
    siteUrl: defaults.siteUrl,
    leadLimit: defaults.limitLeads,
    limitPeriod: frequencyOf(defaults.limitPeriod),
    startDate: defaults.startDate,
    endDate: defaults.endDate ?? '',
    timezone: defaults.timeZone,
    price: dollarsFromE4(sale.retail_e4),
    ...(maySetPrices(call.caller) && sale.advanced_e4 !== null && { advancedPrice: dollarsFromE4(sale.advanced_e4) }),
    questions: presentQuestions(questions),
    ...(people && { notify_choices: people }),
    ...(seesWholesale(call.caller) && {
      priceMinimum: dollarsFromE4(sale.wholesale_e4),
      priceMaximum: dollarsFromE4(sale.max_e4),
    }),
  }
}
