import { msg, type Text } from '../../../i18n/texts.tsx'

/** What the call's fields are called on screen: said when somebody else has changed them. */
export const fieldLabels: Readonly<Record<string, Text>> = {
  status: msg('Status'),
  campaignName: msg('Campaign name'),
  urlCode: msg('Site address'),
  gtminstalled: msg('The site uses Google Tag Manager'),
  startdatecampaign: msg('Start date'),
  enddatecampaign: msg('End date'),
  timezone: msg('Time zone'),
  nationaltargeting: msg('Target Location'),
  locationtarget: msg('Target Location'),
  state: msg('States'),
  zip: msg('ZIP codes'),
  requireemailaddress: msg('Required fields'),
  phoneenabled: msg('Required fields'),
  homeaddressenabled: msg('Required fields'),
  reidentificationtype: msg('Re-identification'),
  applyreidentificationall: msg('Re-identification'),
  LimitLead: msg('Limit'),
  LimitLeadFreq: msg('Limit'),
  CostSet: msg('Retail price per lead'),
  CostSetFollows: msg('Retail price per lead'),
  reportSentTo: msg('Report recipients'),
  clientOrganizationID: msg('Organization'),
  clientCampaignID: msg('External campaign'),
}
