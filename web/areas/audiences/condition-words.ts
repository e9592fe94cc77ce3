import type { Condition, Trait } from '#contract/audiences/definition.ts'
import { departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import type { Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { joinWords, msg, type Text, type Translate } from '../../i18n/texts.tsx'

export const traitNames: Readonly<Record<Trait, Text>> = {
  state: msg('Home state'),
  city: msg('Home city'),
  zip: msg('Home ZIP code'),
  age: msg('Age'),
  gender: msg('Gender'),
  industry: msg('Industry'),
  company_size: msg('Employees'),
  seniority: msg('Seniority'),
  department: msg('Department'),
  company: msg('Company domain'),
}

const genderNames: Readonly<Record<string, Text>> = { female: msg('Women'), male: msg('Men') }

/** Display name of a trait's value. */
export function valueName(trait: Trait, value: string, t: Translate, format: Pick<Format, 'number'>): string {
  const kinds = { industry: industries, seniority: seniorities, department: departments }
  if (trait === 'industry' || trait === 'seniority' || trait === 'department') {
    const kind = kinds[trait].find(({ id }) => id === value)
    return kind ? t(kind.name) : value
  }
  if (trait === 'gender') return t(genderNames[value] ?? msg('Men'))
  if (trait === 'age' || trait === 'company_size')
    return value.replace('-', '–').replace(/\d+/g, (digits) => format.number(Number(digits)))
  return value
}

/** Most values shown per condition; the others are counted. */
const maxShown = 3

/** Describes one condition in a few words. */
export function describeCondition(condition: Condition, t: Translate, format: Pick<Format, 'number'>): string {
  const days = 'within_days' in condition ? condition.within_days : 0
  switch (condition.kind) {
    case 'trait': {
      const { trait, values } = condition
      const list = values.slice(0, maxShown).map((value) => valueName(trait, value, t, format))
      const more = values.length - list.length
      const words = { trait: t(traitNames[trait]), list: isolate(joinWords(list, t)) }
      return more > 0 ? t('{trait}: {list} and {more} more', { ...words, more }) : `${words.trait}: ${words.list}`
    }
    case 'visited':
      return condition.page === ''
        ? t('{least, plural, one {# page} other {# pages}} in {days, plural, one {# day} other {# days}}', {
            least: condition.least,
            days,
          })
        : t('{least, plural, one {# page} other {# pages}} with {page} in {days, plural, one {# day} other {# days}}', {
            least: condition.least,
            page: isolate(condition.page),
            days,
          })
    case 'lead':
      return condition.organization_id === ''
        ? t('Lead in the last {days, plural, one {day} other {# days}}', { days })
        : t('Lead for an organization in the last {days, plural, one {day} other {# days}}', { days })
    case 'converted':
      return t('Converted in the last {days, plural, one {day} other {# days}}', { days })
    case 'searched':
      return condition.phrase === ''
        ? t('Searched in the last {days, plural, one {day} other {# days}}', { days })
        : t('Searched for {phrase} in the last {days, plural, one {day} other {# days}}', {
            phrase: isolate(condition.phrase),
            days,
          })
    case 'listed':
      return t('On an uploaded list')
    case 'excluded':
      return t('On the client’s exclusion list')
  }
}
