import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { CampaignValues } from './campaign-values.ts'

type Known = Partial<Pick<CampaignDetail, 'clientPrice' | 'advancedPrice' | 'wholesalePrice' | 'priceMinimum'>>

/**
 * What is known of prices while a form is filled in. Where leads were to be told more than when it began, or less, they cost
 * otherwise, and what the agency pays for them is known once it is saved.
 */
export function shownPrices(
  { sendsInformation }: Pick<CampaignValues, 'sendsInformation'>,
  begun: Pick<CampaignValues, 'sendsInformation'>,
  known: Known,
): { ofClient: number | undefined; wholesale: number | undefined; minimum: number | undefined } {
  if (sendsInformation === begun.sendsInformation)
    return { ofClient: known.clientPrice, wholesale: known.wholesalePrice, minimum: known.priceMinimum }
  return { ofClient: sendsInformation ? known.advancedPrice : undefined, wholesale: undefined, minimum: undefined }
}
