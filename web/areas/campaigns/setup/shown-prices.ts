import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { CampaignValues } from './campaign-values.ts'

type Known = Partial<Pick<CampaignDetail, 'clientPrice' | 'advancedPrice' | 'wholesalePrice' | 'priceMinimum'>>

/**
 * The prices known while a form is being filled in. If the user changes whether leads include additional data, prices
 * differ, and the wholesale price is only known after saving.
 */
export function shownPrices(
  { sendsInformation }: Pick<CampaignValues, 'sendsInformation'>,
  initial: Pick<CampaignValues, 'sendsInformation'>,
  prices: Known,
): { ofClient: number | undefined; wholesale: number | undefined; minimum: number | undefined } {
  if (sendsInformation === initial.sendsInformation)
    return { ofClient: prices.clientPrice, wholesale: prices.wholesalePrice, minimum: prices.priceMinimum }
  return { ofClient: sendsInformation ? prices.advancedPrice : undefined, wholesale: undefined, minimum: undefined }
}
