import type { z } from 'zod'
import {
  splitLines,
  type CampaignDetail,
  type campaignCreation,
  type campaignChange,
} from '#contract/campaigns/campaign.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { readNewCampaign } from '#contract/campaigns/campaigns.ts'
import { centsFromText } from '#contract/core/money.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { alertFieldsOf, alertValuesOf, textOfCents, usualAlertValues } from '../../../shells/spend-alert-values.ts'
import { textOfPrice } from '../../../shells/price-text.ts'
import type { Revision } from '../../../shells/server-form.ts'
import { formOf, ownFieldNames, ownStart } from '../modules/module-forms.ts'
import type { CampaignValues } from './campaign-values.ts'

export type NewCampaign = AnswerOf<typeof readNewCampaign>['data']
/** Maps the server's field names to form fields. */
export const fieldNames: Readonly<Record<string, keyof CampaignValues>> = {
  companyId: 'clientId',
  campaignName: 'name',
  startDate: 'startDate',
  endDate: 'endDate',
  timezone: 'timeZone',
  active_hours: 'activeHours',
  spread_evenly: 'spreadEvenly',
  month_cap_cents: 'monthCap',
  alert_shares: 'alertShares',
  alert_cents: 'alertAmount',
  alert_payer: 'alertPayer',
  locationTarget: 'target',
  isNational: 'target',
  state: 'states',
  zip: 'zips',
  requiresEmail: 'requireEmail',
  requiresPhone: 'requirePhone',
  requiresAddress: 'requireAddress',
  reidentification: 'reidentification',
  reidentifiesAll: 'reidentifyAcrossClient',
  leadLimit: 'limit',
  limitPeriod: 'limitPeriod',
  price: 'price',
  followsClientPrice: 'price',
  reportSentTo: 'recipients',
  answers: 'answers',
  reportEvery: 'reportEvery',
  hidesPhone: 'hidesPhone',
  notifyUserIds: 'notifyUserIds',
  notifyAtLeads: 'notifyAtLeads',
  hasMinimum: 'hasMinimum',
  minimumLeads: 'minimumLeads',
  include_audiences: 'includeAudiences',
  exclude_audiences: 'excludeAudiences',
  organizationId: 'organizationId',
  externalCampaignId: 'externalCampaignId',
  ...ownFieldNames,
}

/** Defaults of a new campaign; the server has the same ones. */
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
    activeHours: [],
    spreadEvenly: false,
    monthCap: '',
    ...usualAlertValues,
    target: 'National Targeting',
    states: [],
    zips: '',
    requireEmail: true,
    requirePhone: false,
    requireAddress: false,
    reidentification: 'never',
    reidentifyAcrossClient: false,
    limitPeriod: 'day',
    limit: '',
    price: '',
    recipients: start.recipient ? [start.recipient] : [],
    answers: {},
    reportEvery: 'lead',
    hidesPhone: false,
    notifyUserIds: [],
    notifyAtLeads: '',
    hasMinimum: false,
    minimumLeads: '',
    includeAudiences: [],
    excludeAudiences: [],
    organizationId: '',
    externalCampaignId: '',
    ...ownStart,
    ...formOf(module).people,
  }
}

/** Defaults for a client's new campaign, which override those of the form. */
export const startOf = (draft: NewCampaign): Partial<CampaignValues> => ({
  siteUrl: draft.siteUrl,
  startDate: draft.startDate,
  endDate: draft.endDate,
  timeZone: draft.timezone,
  limitPeriod: draft.limitPeriod,
  limit: String(draft.leadLimit),
})

/** Answers to questions no longer asked stay stored but are not sent. */
const askedAnswers = ({ questions, answers }: CampaignDetail): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap(({ id, is_asked: isAsked }) => {
      const answer = answers[id]
      return isAsked && answer ? [[id, answer] as const] : []
    }),
  )

const textOfCount = (count = 0): string => (count === 0 ? '' : String(count))

export function valuesOf(campaign: CampaignDetail): CampaignValues {
  return {
    clientId: campaign.company_id,
    name: campaign.campaignName,
    startDate: campaign.startDate,
    endDate: campaign.endDate,
    timeZone: campaign.timezone,
    activeHours: campaign.active_hours,
    spreadEvenly: campaign.spread_evenly,
    monthCap: textOfCents(campaign.month_cap_cents),
    ...alertValuesOf(campaign),
    target: campaign.locationTarget,
    states: campaign.state,
    zips: campaign.zip,
    requireEmail: campaign.requiresEmail,
    requirePhone: campaign.requiresPhone,
    requireAddress: campaign.requiresAddress,
    reidentification: campaign.reidentification,
    reidentifyAcrossClient: campaign.reidentifiesAll,
    limitPeriod: campaign.limitPeriod,
    limit: String(campaign.leadLimit),
    price: campaign.can_set_prices && campaign.followsClientPrice ? '' : textOfPrice(campaign.price),
    recipients: splitLines(campaign.reportSentTo),
    answers: askedAnswers(campaign),
    reportEvery: campaign.reportEvery,
    hidesPhone: campaign.hidesPhone,
    notifyUserIds: campaign.notifyUserIds ?? [],
    notifyAtLeads: textOfCount(campaign.notifyAtLeads),
    hasMinimum: campaign.hasMinimum ?? false,
    minimumLeads: textOfCount(campaign.minimumLeads),
    includeAudiences: campaign.include_audiences,
    excludeAudiences: campaign.exclude_audiences,
    organizationId: campaign.organizationId,
    externalCampaignId: campaign.externalCampaignId,
    ...ownStart,
    ...formOf(campaign.module).valuesOf(campaign),
  }
}

type Creation = Plain<z.output<typeof campaignCreation>>
type Change = Plain<z.output<typeof campaignChange>>
type Fields = Omit<Creation, 'companyId' | 'module'>

/** Lists that the selected target does not use stay in the form, in case the user switches back, but are not sent. */
function fieldsOf(module: Module, values: CampaignValues): Fields {
  return {
    campaignName: values.name,
    ...formOf(module).fieldsOf(values),
    startDate: values.startDate,
    endDate: values.endDate,
    timezone: values.timeZone,
    active_hours: values.activeHours,
    month_cap_cents: centsFromText(values.monthCap) ?? 0,
    ...alertFieldsOf(values),
    spread_evenly: values.limitPeriod === 'day' && values.spreadEvenly,
    isNational: values.target === 'National Targeting',
    locationTarget: values.target,
    state: values.target === 'State' ? values.states : [],
    zip: values.target === 'Zip Code' ? values.zips : '',
    requiresEmail: values.requireEmail,
    requiresPhone: values.requirePhone,
    requiresAddress: values.requireAddress,
    reidentification: values.reidentification,
    reidentifiesAll: values.reidentifyAcrossClient,
    leadLimit: Number(values.limit),
    limitPeriod: values.limitPeriod,
    reportSentTo: values.recipients.join('\n'),
    answers: values.answers,
    reportEvery: values.reportEvery,
    include_audiences: values.includeAudiences,
    exclude_audiences: values.excludeAudiences,
    organizationId: values.organizationId,
    externalCampaignId: values.externalCampaignId,
  }
}

/** Only users who may set prices send one; an empty price follows the client's. */
const priceOf = (values: CampaignValues, maySetPrices: boolean): Pick<Fields, 'price' | 'followsClientPrice'> =>
  !maySetPrices
    ? {}
    : values.price === ''
      ? { followsClientPrice: true }
      : { price: values.price, followsClientPrice: false }

/** Like prices, notices and what the client sees of a lead are set by the agency. */
const noticesOf = (
  values: CampaignValues,
  maySetNotices: boolean,
): Pick<Fields, 'hidesPhone' | 'notifyUserIds' | 'notifyAtLeads' | 'hasMinimum' | 'minimumLeads'> =>
  !maySetNotices
    ? {}
    : {
        hidesPhone: values.hidesPhone,
        notifyUserIds: values.notifyUserIds,
        notifyAtLeads: Number(values.notifyAtLeads),
        hasMinimum: values.hasMinimum,
        minimumLeads: Number(values.minimumLeads),
      }

export const creationOf = (module: Module, values: CampaignValues, maySetPrices: boolean): Creation => ({
  companyId: values.clientId,
  module,
  ...fieldsOf(module, values),
  ...priceOf(values, maySetPrices),
  ...noticesOf(values, maySetPrices),
})

/** `updated_at` is the version the form was filled from, so that a concurrent change is not overwritten (409). */
export const changeOf = (
  values: CampaignValues,
  campaign: CampaignDetail,
  overwriting: Revision = campaign.updated_at,
): Change => ({
  campaignId: campaign.campaignId,
  updated_at: String(overwriting),
  ...fieldsOf(campaign.module, values),
  ...priceOf(values, campaign.can_set_prices),
  ...noticesOf(values, campaign.can_set_prices),
})
