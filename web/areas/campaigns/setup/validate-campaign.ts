import { maxReportRecipients, maxZips } from '#contract/campaigns/campaign.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { isTimeZone } from '#contract/core/time-zone.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { centsFromText } from '#contract/core/money.ts'
import { costFromText } from '#contract/pricing/cost.ts'
import { isolate } from '../../../i18n/isolate.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { CampaignValues } from './campaign-values.ts'
import { textOfPrice } from '../../../shells/price-text.ts'
import { formOf } from '../modules/module-forms.ts'
import { countZips } from '../places/zip-text.ts'

type Errors = { [Name in keyof CampaignValues]?: string | undefined }

const maxLeads = 1_000_000

/** Minimum and maximum price of a lead, in dollars; 0 or undefined for no limit. */
type PriceBounds = { minimum?: number | undefined; maximum?: number | undefined }

/** Validates in the browser before the server does, by form field. */
export function validateCampaign(
  module: Module,
  values: CampaignValues,
  t: Translate,
  bounds: PriceBounds = {},
): Errors {
  const errors: Errors = {
    clientId: values.clientId ? undefined : t('Choose the client.'),
    name: values.name.trim() ? undefined : t('Enter a name.'),
    startDate: values.startDate ? undefined : t('Enter a start date.'),
    endDate:
      values.endDate && values.endDate < values.startDate ? t('The end date is before the start date.') : undefined,
    timeZone: isTimeZone(values.timeZone) ? undefined : t('Choose a time zone.'),
    ...formOf(module).validate(values, t),
    ...placeErrors(values, t),
    limit: countError(values.limit, t),
    monthCap: capError(values.monthCap, t),
    alertAmount: capError(values.alertAmount, t),
    price: priceError(values.price, t, bounds),
    recipients: recipientsError(values.recipients, t),
    notifyAtLeads: values.notifyAtLeads === '' ? undefined : countError(values.notifyAtLeads, t),
    minimumLeads: minimumError(values, t),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined))
}

function placeErrors(values: CampaignValues, t: Translate): Errors {
  if (values.target === 'State')
    return { states: values.states.length > 0 ? undefined : t('Choose at least one state.') }
  if (values.target !== 'Zip Code') return {}
  const { valid, misfits } = countZips(values.zips)
  if (misfits.length > 0)
    return { zips: t('A ZIP code has five digits: {wrong}', { wrong: misfits.slice(0, 5).join(', ') }) }
  if (valid === 0) return { zips: t('Enter at least one ZIP code.') }
  return { zips: valid > maxZips ? t('Enter at most {most} ZIP codes.', { most: maxZips }) : undefined }
}

function minimumError(values: CampaignValues, t: Translate): string | undefined {
  const { hasMinimum, minimumLeads, limitPeriod, limit, endDate } = values
  if (!hasMinimum) return undefined
  if (limitPeriod === 'max' && endDate === '') return t('Choose an end date, or a daily, weekly or monthly limit.')
  const isAbove = Number(minimumLeads) > Number(limit)
  return isAbove ? t('Enter no more than the lead limit.') : countError(minimumLeads, t)
}

function countError(text: string, t: Translate): string | undefined {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 && count <= maxLeads
    ? undefined
    : t('Enter a number of leads from 1 to 1,000,000.')
}

function capError(text: string, t: Translate): string | undefined {
  if (text === '') return undefined
  return centsFromText(text) ? undefined : t('Please enter a valid amount.')
}

function priceError(price: string, t: Translate, { minimum, maximum }: PriceBounds): string | undefined {
  if (price === '') return undefined
  const price_e4 = costFromText('leadPrice', price)
  if (price_e4 === null) return t('Please enter a valid amount.')
  // The specification's message for a price below cost (T118).
  if (minimum !== undefined && price_e4 < Math.round(minimum * 10_000))
    return t('*Cost Per Lead Minimum {value}', { value: textOfPrice(minimum) })
  if (maximum && price_e4 > Math.round(maximum * 10_000))
    return t('*Cost Per Lead Maximum {value}', { value: textOfPrice(maximum) })
  return undefined
}

function recipientsError(recipients: readonly string[], t: Translate): string | undefined {
  const misfit = recipients.find((address) => readEmailAddress(address) === null)
  if (misfit) return t('{wrong} isn’t a valid email address.', { wrong: isolate(misfit) })
  return recipients.length > maxReportRecipients
    ? t('Enter at most {most} recipients.', { most: maxReportRecipients })
    : undefined
}
