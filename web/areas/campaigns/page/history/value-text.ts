import type { CampaignDetail, CampaignStatus, reidentificationTypes } from '#contract/campaigns/campaign.ts'
import type { HistoryValue } from '#contract/campaigns/history.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import { knownInformation } from '#contract/identity/advance-information.ts'
import type { Format } from '../../../../i18n/format.ts'
import { joinWords, msg, type Text, type Translate } from '../../../../i18n/texts.tsx'
import { hourText, weekdayName } from '../../../../i18n/weekdays.ts'
import { valueTextsOfModules } from '../../modules/value-texts.ts'
import { windowText } from '../hours-words.ts'
import { statusNames } from '../../../../shells/owners/campaign-status.tsx'
import { reidentificationNames, reportEveryNames } from '../../names.ts'

type Words = { t: Translate; format: Format; language: string; topicOf: (id: string) => string }
/** The last three are former fields that the log still contains. */
type Field = keyof CampaignDetail | 'active_days' | 'active_from' | 'active_to'

const periodNames: Readonly<Record<string, Text>> = {
  day: msg('Per day'),
  week: msg('Per week'),
  month: msg('Per month'),
  max: msg('In total'),
}

const informationText = (id: string, { t }: Words): string =>
  t(knownInformation.find((one) => one.id === id)?.name ?? id)

/** What an empty list means, if not "None". */
const emptyTexts: Partial<Record<Field, Text>> = {
  include_audiences: msg('Anyone'),
  listAdvanceInformationId: msg('Everything'),
  listB2BInformationId: msg('Everything'),
}

/** Formatters of individual fields; all others are formatted by the type of the value. */
const saidTexts: Partial<Record<Field, (value: string, words: Words) => string>> = {
  ...valueTextsOfModules,
  status: (value, { t }) => t(statusNames[value as CampaignStatus]),
  startDate: (value, { format }) => format.date(value),
  endDate: (value, { format }) => format.date(value),
  timezone: (value) => value.replaceAll('_', ' '),
  limitPeriod: (value, { t }) => t(periodNames[value]!),
  reportEvery: (value, { t }) => t(reportEveryNames[value as ReportEvery]),
  reidentification: (value, { t }) => t(reidentificationNames[value as (typeof reidentificationTypes)[number]]),
  locationTarget: (value, { t }) => t(value),
  listAdvanceInformationId: informationText,
  listB2BInformationId: informationText,
  active_hours: (value, { t, language }) => windowText(value, t, language),
}

const saidNumbers: Partial<Record<Field, (value: number, words: Words) => string>> = {
  active_days: (value, { language }) => weekdayName(value, language),
  active_from: (value) => hourText(value),
  active_to: (value) => hourText(value),
  price: (value, { format }) => format.price(Math.round(value * 10_000)),
  month_cap_cents: (value, { t, format }) => (value === 0 ? t('No cap') : format.money(value)),
  alert_shares: (value, { format }) => format.percent(value / 100),
  alert_cents: (value, { t, format }) => (value === 0 ? t('None') : format.money(value)),
  leadLimit: (value, { t, format }) => (value === 0 ? t('No limit') : format.number(value)),
}

/** Formats a campaign field's value for display. */
export function historyText(field: string, value: HistoryValue, words: Words): string {
  const many = Array.isArray(value) ? value : typeof value === 'string' ? value.split('\n') : [value]
  const texts = many.filter((one) => one !== null && one !== '').map((one) => oneText(field as Field, one!, words))
  return joinWords(texts, words.t) || words.t(emptyTexts[field as Field] ?? 'None')
}

function oneText(field: Field, value: string | number | boolean, words: Words): string {
  const { t, format } = words
  if (typeof value === 'boolean') return value ? t('Turned on') : t('Turned off')
  if (typeof value === 'number') return (saidNumbers[field] ?? format.number)(value, words)
  return saidTexts[field]?.(value, words) ?? value
}
