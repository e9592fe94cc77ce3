import type { CampaignDetail, CampaignFields } from '../campaigns/campaign.ts'

/** Where people live, as campaigns target them. */
export interface CampaignTarget {
  location: CampaignDetail['locationtarget']
  states: readonly string[]
  zips: readonly string[]
}

/** The wire's fields of a campaign that a count can change: the log keeps their values. */
export const appliedFields = ['keyword', 'locationtarget', 'state', 'zip'] as const

/** What a campaign is changed to by a count; what is left out stays as it is. */
export const changeOf = (
  campaignId: string,
  { keyword, target, updated_at }: { keyword?: string; target?: CampaignTarget; updated_at?: string | undefined },
): Partial<CampaignFields> & { leadspeek_api_id: string; updated_at?: string | undefined } => ({
  leadspeek_api_id: campaignId,
  updated_at,
  ...(keyword !== undefined && { keyword }),
  ...(target && {
    nationaltargeting: target.location === 'National Targeting' ? 'T' : 'F',
    locationtarget: target.location,
    ...(target.location === 'State' && { state: [...target.states] }),
    ...(target.location === 'Zip Code' && { zip: target.zips.join('\n') }),
  }),
})

/** What a campaign targets now. */
export const targetOf = ({ locationtarget, state, zip }: CampaignDetail): CampaignTarget => ({
  location: locationtarget,
  states: state,
  zips: zip === '' ? [] : zip.split('\n'),
})
