import { splitLines, type CampaignDetail } from '#contract/campaigns/campaign.ts'
import { keywordProblem } from '#contract/campaigns/keywords.ts'
import { targetOf, type CampaignTarget } from '#contract/keywords/campaign-of-count.ts'
import type { queueCount } from '#contract/keywords/counts.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import type { Translate } from '../../i18n/texts.tsx'
import { countZips } from '../campaigns/places/zip-text.ts'

/** The form's values. */
export type CountValues = {
  keyword: string
  target: CampaignTarget['location']
  states: string[]
  /** Each with its state: `Austin TX`. */
  cities: string[]
  zips: string
}

/** Initial values from the campaign. */
export const startOf = (campaign: CampaignDetail): CountValues => ({
  keyword: campaign.keyword ?? '',
  target: targetOf(campaign).location,
  states: [...campaign.state],
  cities: [],
  zips: campaign.zip,
})

/** The request body; it contains only what the chosen target uses. */
export const bodyOf = (campaignId: string, values: CountValues): BodyOf<typeof queueCount> => ({
  campaignId,
  keyword: values.keyword,
  target_location: values.target,
  ...(values.target === 'State' && { states: values.states.join(','), cities: values.cities.join(',') }),
  ...(values.target === 'Zip Code' && { zip_code: splitLines(values.zips).join('\n') }),
})

export const fieldNames = { target_location: 'target', zip_code: 'zips' } as const

export function validateCount(
  { keyword, target, states, zips }: CountValues,
  t: Translate,
): Record<string, string | undefined> {
  const problem = keyword.trim() === '' ? 'This field is required.' : keywordProblem(keyword)
  const { valid, misfits } = countZips(zips)
  return {
    keyword: problem === null ? undefined : t(problem),
    states: target === 'State' && states.length === 0 ? t('Choose at least one state.') : undefined,
    zips:
      target !== 'Zip Code' || (valid > 0 && misfits.length === 0) ? undefined : t('Enter ZIP codes of five digits.'),
  }
}
