import type { CampaignDetail, CampaignFields } from '../campaigns/campaign.ts'

/** Where people live, as targeted by campaigns. */
export interface CampaignTarget {
  location: CampaignDetail['locationTarget']
  states: readonly string[]
  zips: readonly string[]
}

/** The change that applies a count to a campaign; omitted fields stay unchanged. */
export const changeOf = (
  campaignId: string,
  { keyword, target, updated_at }: { keyword?: string; target?: CampaignTarget; updated_at?: string | undefined },
): Partial<CampaignFields> & { campaignId: string; updated_at?: string | undefined } => ({
  campaignId,
  updated_at,
  ...(keyword !== undefined && { keyword }),
  ...(target && {
    isNational: target.location === 'National Targeting',
    locationTarget: target.location,
    ...(target.location === 'State' && { state: [...target.states] }),
    ...(target.location === 'Zip Code' && { zip: target.zips.join('\n') }),
  }),
})

/** What a campaign currently targets. */
export const targetOf = ({ locationTarget, state, zip }: CampaignDetail): CampaignTarget => ({
  location: locationTarget,
  states: state,
  zips: zip === '' ? [] : zip.split('\n'),
})
