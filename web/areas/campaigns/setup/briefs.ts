import { splitLines } from '#contract/campaigns/campaign.ts'
import { centsFromText } from '#contract/core/money.ts'
import type { Format } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, type Translate } from '../../../i18n/texts.tsx'
import { limitNames, reidentificationNames, reportEveryNames } from '../names.ts'
import type { CampaignValues } from './campaign-values.ts'

type Words = { t: Translate; format: Format }
type Part = string | false

/** What is set in a folded group of the form, in one line. */
export const briefOf = (parts: readonly Part[]): string => parts.filter((part) => part !== false).join(' · ')

/** `asksFields`: the form asks which fields must be known, instead of the module. */
export const peopleBrief = (values: CampaignValues, { t }: Words, asksFields: boolean): string =>
  briefOf([
    placeBrief(values, t),
    asksFields && `${t('Required fields')}: ${fieldsBrief(values, t)}`,
    values.reidentification !== 'never' &&
      `${t('Create a new lead')}: ${t(reidentificationNames[values.reidentification])}`,
    values.includeAudiences.length + values.excludeAudiences.length > 0 && t('Audiences'),
  ])

function placeBrief({ target, states, zips }: CampaignValues, t: Translate): string {
  if (target === 'National Targeting') return t('National Targeting')
  if (target === 'State') return states.length === 0 ? t('State') : joinWords(states, t)
  return t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: splitLines(zips).length })
}

function fieldsBrief(values: CampaignValues, t: Translate): string {
  const fields = [
    values.requireEmail && t('Email address'),
    values.requirePhone && t('Phone number'),
    values.requireAddress && t('Home address'),
  ].filter((word) => word !== false)
  return fields.length > 0 ? joinWords(fields, t) : t('None')
}

export function scheduleBrief(values: CampaignValues, { t, format }: Words): string {
  const dayOf = (date: string): string => isolate(date === '' ? '…' : format.date(date))
  const cap_cents = centsFromText(values.monthCap)
  return briefOf([
    t('{start} to {end}', {
      start: dayOf(values.startDate),
      end: values.endDate === '' ? t('no end') : dayOf(values.endDate),
    }),
    values.activeHours.length > 0 && t('Only at certain times'),
    limitBrief(values, { t, format }),
    cap_cents !== null && cap_cents > 0 && `${t('Spend cap per month')}: ${isolate(format.money(cap_cents))}`,
  ])
}

export const limitBrief = (values: Pick<CampaignValues, 'limit' | 'limitPeriod'>, { t, format }: Words): string =>
  values.limit === ''
    ? t('No limit yet')
    : t(limitNames[values.limitPeriod], { count: format.number(Number(values.limit)) })

/** `ofClient`: dollars; the price that the campaign follows without one of its own. */
export function priceBrief(values: CampaignValues, { t, format }: Words, ofClient: number | undefined): string {
  const dollars = values.price === '' ? ofClient : Number(values.price)
  const text = dollars === undefined || Number.isNaN(dollars) ? '' : isolate(format.price(Math.round(dollars * 10_000)))
  const from = values.price === '' && t('The client’s price')
  return briefOf([from, text !== '' && text, values.sendsInformation && t('Advance information')])
}

export const deliveryBrief = (values: CampaignValues, { t }: Words): string =>
  briefOf([
    ...(values.recipients.length === 0
      ? [t('No recipients')]
      : [values.recipients.map((address) => isolate(address)).join(', '), t(reportEveryNames[values.reportEvery])]),
    values.hidesPhone && t('Hide phone numbers from the client'),
    (values.notifyAtLeads !== '' || values.hasMinimum) && t('Notifications to your team'),
    values.organizationId !== '' && t('Marketing organization'),
  ])
