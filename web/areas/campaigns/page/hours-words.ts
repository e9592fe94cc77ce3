import { windowFrom, windowsOf, type HoursWindow } from '#contract/campaigns/active-hours.ts'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { joinWords, useLanguage, useT, type Translate } from '../../../i18n/texts.tsx'
import { hourText, weekdayName } from '../../../i18n/weekdays.ts'

const hoursText = ({ from, to }: HoursWindow, t: Translate): string =>
  t('{from} to {to}', { from: hourText(from), to: hourText(to) })

/** Describes one window of active hours; returns anything else unchanged. */
export function windowText(line: string, t: Translate, language: string): string {
  const window = windowFrom(line)
  return window ? `${weekdayName(window.day, language)} ${hoursText(window, t)}` : line
}

/** Three or more consecutive days are shown as a range. */
const fewest = 3

function daysText(days: readonly number[], t: Translate, language: string): string {
  if (days.length === 7) return t('Every day')
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  const nameOf = (day: number): string => weekdayName(day, language)
  const parts = runs.flatMap((run) =>
    run.length < fewest
      ? run.map(nameOf)
      : [t('{first} to {last}', { first: nameOf(run[0]!), last: nameOf(run.at(-1)!) })],
  )
  return joinWords(parts, t)
}

/** A campaign's active hours as text, grouping days with the same hours; null if it is always active. */
export function useHoursText({ active_hours: lines }: Pick<CampaignDetail, 'active_hours'>): string[] | null {
  const t = useT()
  const language = useLanguage()
  if (lines.length === 0) return null
  const hoursOf = new Map<number, string>()
  for (const window of windowsOf(lines)) {
    const before = hoursOf.get(window.day)
    hoursOf.set(window.day, before ? `${before}, ${hoursText(window, t)}` : hoursText(window, t))
  }
  return [...new Set(hoursOf.values())].map((hours) => {
    const days = [...hoursOf].filter(([, text]) => text === hours).map(([day]) => day)
    return `${daysText(days, t, language)} · ${hours}`
  })
}
