import { keywordsOf, textOfKeyword } from '#contract/campaigns/keywords.ts'
import { splitLines } from '#contract/campaigns/campaign.ts'
import type { CampaignTarget } from '#contract/keywords/campaign-of-count.ts'
import { smallestShown, splitNames, type KeywordCount } from '#contract/keywords/counts.ts'
import type { Format } from '../../i18n/format.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

/** A row's status in the table (R213). A finished count either found enough people or did not. */
export function statusOf({ status, count }: KeywordCount): { name: Text; tone: Tone } {
  if (status === 'pending') return { name: msg('Pending'), tone: 'info' }
  if (status === 'error') return { name: msg('Failed'), tone: 'bad' }
  return count !== null && count > 0 ? { name: msg('Success'), tone: 'ok' } : { name: msg('No Result'), tone: 'plain' }
}

/** Why a count failed. */
export const failureTexts: Record<NonNullable<KeywordCount['failure']>, Text> = {
  too_long: msg('The count took longer than a minute. Use fewer or longer keywords.'),
  unavailable: msg('The search data could not be read.'),
}

/** A number of people; below the reporting threshold, "Under" the threshold. */
export function peopleText(count: number | null, t: Translate, format: Format): string {
  if (count === null) return '—'
  return count < smallestShown ? t('Under {count}', { count: format.number(smallestShown) }) : format.number(count)
}

/** Yes or No, or the number of people (R216). */
export function foundText({ api_version, count_without_geo }: KeywordCount, t: Translate, format: Format): string {
  if (api_version !== 2 || count_without_geo === null) return peopleText(count_without_geo, t, format)
  return t('{found, select, yes {Yes} other {No}}', { found: count_without_geo === 1 ? 'yes' : 'no' })
}

/** A campaign's or a count's target, on one line. */
export function targetWords({ location, states, zips }: CampaignTarget, t: Translate): string {
  if (location === 'National Targeting') return t('National Targeting')
  if (location === 'State') return states.join(', ')
  return t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: zips.length })
}

/** Like `targetWords`, but for a count, which may name cities; a state with listed cities is not listed itself. */
export function targetText(row: KeywordCount, t: Translate): string {
  const cities = splitNames(row.cities)
  const statesOfCities = new Set(cities.map((city) => city.slice(-2)))
  const states = splitNames(row.states).filter((state) => !statesOfCities.has(state))
  const zips = splitLines(row.zip_code)
  return targetWords({ location: row.target_location, states: [...cities, ...states], zips }, t)
}

/** The keywords of a text, on one line. */
export const keywordLine = (text: string): string => keywordsOf(text).map(textOfKeyword).join(', ')
