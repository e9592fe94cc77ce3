import { localDate } from '#contract/core/wire.ts'
import { msg, type Text } from '../i18n/texts.tsx'
import { lastDays, ownDays, shiftDate, type Days } from './last-days.ts'

/** Periods up to today by their names in the URL, shortest first. Numbers are days, as in `PeriodChoice`. */
const dayPresets = {
  today: { text: msg('Today'), daysAt: (today: string): Days => lastDays(today, 1) },
  yesterday: {
    text: msg('Yesterday'),
    daysAt: (today: string): Days => lastDays(shiftDate(today, -1), 1),
  },
  '7': { text: msg('Last 7 days'), daysAt: (today: string): Days => lastDays(today, 7) },
  '30': { text: msg('Last 30 days'), daysAt: (today: string): Days => lastDays(today, 30) },
  '90': { text: msg('Last 90 days'), daysAt: (today: string): Days => lastDays(today, 90) },
  month: {
    text: msg('This month'),
    daysAt: (today: string): Days => ({ start: `${today.slice(0, 7)}-01`, end: today }),
  },
  before: {
    text: msg('Last month'),
    daysAt: (today: string): Days => {
      const end = shiftDate(`${today.slice(0, 7)}-01`, -1)
      return { start: `${end.slice(0, 7)}-01`, end }
    },
  },
} as const
type Preset = keyof typeof dayPresets
const presetNames = ['today', 'yesterday', '7', '30', '90', 'month', 'before'] as const satisfies readonly Preset[]

/** Why two dates are no range; null if they are one. */
export function rangeProblem({ start, end }: Days): { field: keyof Days; text: Text } | null {
  if (!localDate.safeParse(start).success) return { field: 'start', text: msg('Choose a day.') }
  if (!localDate.safeParse(end).success) return { field: 'end', text: msg('Choose a day.') }
  return end < start ? { field: 'end', text: msg('Choose a day on or after the first day.') } : null
}

export type ChosenDays = Days & { choice: Preset | typeof ownDays }

/** The days that the URL names: a preset or a range of its own; the last 30 days if it names none that is valid. */
export function chosenDays(search: Readonly<Record<string, string>>, today: string): ChosenDays {
  const { days, start = '', end = '' } = search
  if (days === ownDays && rangeProblem({ start, end }) === null) return { start, end, choice: ownDays }
  const choice = presetNames.find((name) => name === days) ?? '30'
  return { ...dayPresets[choice].daysAt(today), choice }
}

export const dayChoices: readonly { value: string; text: Text }[] = [
  ...presetNames.map((value) => ({ value, text: dayPresets[value].text })),
  { value: ownDays, text: msg('Custom range') },
]

/** A value of a filter by days: a preset, or the two days of a range of its own. Null if it is neither. */
export function filterDays(value: string, today: string): ChosenDays | null {
  const [start = '', end = '', ...more] = value.split('..')
  const isOwn = more.length === 0 && rangeProblem({ start, end }) === null
  const search: Record<string, string> = isOwn ? { days: ownDays, start, end } : { days: value }
  const days = chosenDays(search, today)
  return days.choice === search.days ? days : null
}
