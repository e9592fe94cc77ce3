import { localDate } from '#contract/core/wire.ts'
import { longestReport_days } from '#contract/reports/agencies.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import { lastDays, shiftDate, type Days } from '../../shells/last-days.ts'

export const presets: Readonly<Record<string, { text: Text; daysAt: (today: string) => Days }>> = {
  week: { text: msg('Last 7 days'), daysAt: (today) => lastDays(today, 7) },
  days: { text: msg('Last 30 days'), daysAt: (today) => lastDays(today, 30) },
  month: { text: msg('This month'), daysAt: (today) => ({ start: `${today.slice(0, 7)}-01`, end: today }) },
  before: {
    text: msg('Last month'),
    daysAt: (today) => {
      const end = shiftDate(`${today.slice(0, 7)}-01`, -1)
      return { start: `${end.slice(0, 7)}-01`, end }
    },
  },
  year: { text: msg('Last 365 days'), daysAt: (today) => lastDays(today, 365) },
}

/** The preset in the URL; the last 30 days by default. */
export const presetOf = (name: string | undefined): string => (name !== undefined && name in presets ? name : 'days')

/** Why two dates are not a valid range for a report; null if they are. */
export function daysProblem({ start, end }: Days): { field: keyof Days; text: Text } | null {
  if (!localDate.safeParse(start).success) return { field: 'start', text: msg('Choose a day.') }
  if (!localDate.safeParse(end).success) return { field: 'end', text: msg('Choose a day.') }
  if (end < start) return { field: 'end', text: msg('Choose a day on or after the first day.') }
  if (shiftDate(start, longestReport_days - 1) < end)
    return { field: 'start', text: msg('A report covers at most 366 days.') }
  return null
}

/** The custom date range in the URL (`days=own`); null if it is invalid or not chosen. */
export const ownDaysOf = ({
  days,
  start = '',
  end = '',
}: {
  days?: string
  start?: string
  end?: string
}): Days | null => (days === 'own' && daysProblem({ start, end }) === null ? { start, end } : null)
