import type { z } from 'zod'
import {
  splitLines,
  type CampaignDetail,
  type campaignCreation,
  type campaignChange,
} from '#contract/campaigns/campaign.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { readNewCampaign } from '#contract/campaigns/campaigns.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { fromFlag, toFlag } from '#contract/core/wire.ts'
import { textOfPrice } from '../../../shells/price-text.ts'
import type { Revision } from '../../../shells/server-form.ts'
import { formOf, ownFieldNames, ownStart } from '../modules/module-forms.ts'
import type { CampaignValues, LimitPeriod } from './campaign-values.ts'

export type NewCampaign = AnswerOf<typeof readNewCampaign>['data']
/** Where a refusal of the server lands in the form. */
export const fieldNames: Readonly<Record<string, keyof CampaignValues>> = {
  companyID: 'clientId',
  campaignName: 'name',
  startdatecampaign: 'startDate',
  enddatecampaign: 'endDate',
  timezone: 'timeZone',
  locationtarget: 'target',
  nationaltargeting: 'target',
  state: 'states',
  zip: 'zips',
  requireemailaddress: 'requireEmail',
  phoneenabled: 'requirePhone',
  homeaddressenabled: 'requireAddress',
  reidentificationtype: 'reidentification',
  applyreidentificationall: 'reidentifyAcrossClient',
  LimitLead: 'limit',
  LimitLeadFreq: 'limitPeriod',
  CostSet: 'price',
  CostSetFollows: 'price',
  reportSentTo: 'recipients',
  clientOrganizationID: 'organizationId',
  clientCampaignID: 'externalCampaignId',
  ...ownFieldNames,
}

/** What a new campaign is unless its maker says otherwise; the server has the same defaults. */
export function newValues(
  module: Module,
  start: { clientId: string; timeZone: string; today: string; recipient: string },
): CampaignValues {
  return {
    clientId: start.clientId,
    name: '',
    startDate: start.today,
    endDate: '',
    timeZone: start.timeZone,
    target: 'National Targeting',
    states: [],
    zips: '',
    requireEmail: true,
    requirePhone: false,
    requireAddress: false,
    reidentification: 'never',
    reidentifyAcrossClient: false,
    limitPeriod: 'none',
    limit: '',
    price: '',
    recipients: start.recipient ? [start.recipient] : [],
    organizationId: '',
    externalCampaignId: '',
    ...ownStart,
    ...formOf(module).people,
  }
}

/** What a client's new campaign begins with, over what the form began with. */
export const startOf = (begun: NewCampaign): Partial<CampaignValues> => ({
  siteUrl: begun.urlCode,
  startDate: begun.startdatecampaign,
  endDate: begun.enddatecampaign,
  timeZone: begun.timezone,
  limitPeriod: begun.LimitLead === 0 ? 'none' : begun.LimitLeadFreq,
  limit: begun.LimitLead === 0 ? '' : String(begun.LimitLead),
})

export function valuesOf(campaign: CampaignDetail): CampaignValues {
  return {
    clientId: campaign.company_id,
    name: campaign.campaignName,
    startDate: campaign.startdatecampaign,
    endDate: campaign.enddatecampaign,
    timeZone: campaign.timezone,
    target: campaign.locationtarget,
    states: campaign.state,
    zips: campaign.zip,
    requireEmail: fromFlag(campaign.requireemailaddress),
    requirePhone: fromFlag(campaign.phoneenabled),
    requireAddress: fromFlag(campaign.homeaddressenabled),
    reidentification: campaign.reidentificationtype,
    reidentifyAcrossClient: fromFlag(campaign.applyreidentificationall),
    limitPeriod: campaign.LimitLead === 0 ? 'none' : campaign.LimitLeadFreq,
    limit: campaign.LimitLead === 0 ? '' : String(campaign.LimitLead),
    price: campaign.can_set_prices && fromFlag(campaign.CostSetFollows) ? '' : textOfPrice(campaign.CostSet),
    recipients: splitLines(campaign.reportSentTo),
    organizationId: campaign.clientOrganizationID,
    externalCampaignId: campaign.clientCampaignID,
    ...ownStart,
    ...formOf(campaign.leadspeekType).valuesOf(campaign),
  }
}

type Creation = z.output<typeof campaignCreation>
type Change = z.output<typeof campaignChange>
type Fields = Omit<Creation, 'companyID' | 'leadspeekType'>

/** Lists that the chosen target does not use stay in the form, for a change of mind, and do not travel. */
function fieldsOf(module: Module, values: CampaignValues): Fields {
  const isLimited = values.limitPeriod !== 'none'
  return {
    campaignName: values.name,
    ...formOf(module).fieldsOf(values),
    startdatecampaign: values.startDate,
    enddatecampaign: values.endDate,
    timezone: values.timeZone,
    nationaltargeting: toFlag(values.target === 'National Targeting'),
    locationtarget: values.target,
    state: values.target === 'State' ? values.states : [],
    zip: values.target === 'Zip Code' ? values.zips : '',
    requireemailaddress: toFlag(values.requireEmail),
    phoneenabled: toFlag(values.requirePhone),
    homeaddressenabled: toFlag(values.requireAddress),
    reidentificationtype: values.reidentification,
    applyreidentificationall: toFlag(values.reidentifyAcrossClient),
    LimitLead: isLimited ? Number(values.limit) : 0,
    ...(isLimited && { LimitLeadFreq: values.limitPeriod as Exclude<LimitPeriod, 'none'> }),
    reportSentTo: values.recipients.join('\n'),
    clientOrganizationID: values.organizationId,
    clientCampaignID: values.externalCampaignId,
  }
}

/** Prices travel only from those who set them; an empty one is the client's and follows it. */
const priceOf = (values: CampaignValues, maySetPrices: boolean): Pick<Fields, 'CostSet' | 'CostSetFollows'> =>
  !maySetPrices ? {} : values.price === '' ? { CostSetFollows: 'T' } : { CostSet: values.price, CostSetFollows: 'F' }

export const creationOf = (module: Module, values: CampaignValues, maySetPrices: boolean): Creation => ({
  companyID: values.clientId,
  leadspeekType: module,
  ...fieldsOf(module, values),
  ...priceOf(values, maySetPrices),
})

/** `updated_at` is what the form was filled from: a change made meanwhile elsewhere is not overwritten (409). */
export const changeOf = (
  values: CampaignValues,
  campaign: CampaignDetail,
  overwriting: Revision = campaign.updated_at,
): Change => ({
  leadspeek_api_id: campaign.leadspeek_api_id,
  updated_at: String(overwriting),
  ...fieldsOf(campaign.leadspeekType, values),
  ...priceOf(values, campaign.can_set_prices),
})
