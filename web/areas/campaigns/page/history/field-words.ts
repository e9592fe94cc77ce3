import { detailWordsOf } from '#contract/activity/detail-words.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { msg, type Text } from '../../../../i18n/texts.tsx'

/** Names of fields that the log's own names do not distinguish, as in the campaign form. */
const fieldWords: Readonly<Record<string, Text>> = {
  status: msg('Status'),
  campaignName: msg('Campaign name'),
  state: msg('States'),
  zip: msg('ZIP codes'),
  isNational: msg('National Targeting'),
  locationTarget: msg('Target Location'),
  reidentification: msg('Re-identification'),
  reidentifiesAll: msg('Count across all campaigns of the client'),
  more_sites: msg('More sites'),
  organizationId: msg('Organization'),
  externalCampaignId: msg('External campaign'),
  include_audiences: msg('Only people in'),
  exclude_audiences: msg('Nobody in'),
  campaign_information_type: msg('Advance information'),
  include_pages: msg('Only these pages'),
  exclude_pages: msg('Not these pages'),
  leadLimit: msg('Maximum leads'),
  limitPeriod: msg('Limit'),
  followsClientPrice: msg('Follows the client’s price'),
  alert_shares: msg('Alert at these percentages of the cap'),
  alert_cents: msg('Alert at monthly spend of'),
  alert_payer: msg('Alert the client too'),
  reportEvery: msg('Frequency'),
  notifyAtLeads: msg('Notify at'),
  hasMinimum: msg('Notify when a period has fewer leads than a minimum'),
  minimumLeads: msg('Minimum leads'),
  hidesPhone: msg('Hide phone numbers from the client'),
  requiresPhone: msg('Required phone number'),
  requiresAddress: msg('Required home address'),
  listAdvanceInformationId: msg('Sent with each lead'),
  listB2BInformationId: msg('Job and company'),
  keywordcontextual: msg('Contextual keywords'),
  profilematch: msg('Rules to meet'),
  profileminimum: msg('Number of rules'),
  active_hours: msg('Days and hours'),
  // Former fields for the hours, from before each day had its own.
  active_days: msg('Days of the week'),
  active_from: msg('Days and hours: from'),
  active_to: msg('Days and hours: until'),
}

/** Display name of a changed field, by its wire name. */
export const fieldWordsOf = (wire: string): string => fieldWords[plainFieldOf(wire)] ?? detailWordsOf(wire)[0]!
