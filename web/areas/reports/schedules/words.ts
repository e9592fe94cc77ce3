import type { ReportSchedule, RunStatus, ScheduledDays } from '#contract/reports/schedules.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useLanguage, useT, type Text } from '../../../i18n/texts.tsx'
import { hourText, weekdayName } from '../../../i18n/weekdays.ts'
import type { Tone } from '../../../shells/status-badge.tsx'

export const daysTexts: Readonly<Record<ScheduledDays, Text>> = {
  yesterday: msg('Previous day'),
  last_7_days: msg('Previous 7 days'),
  last_30_days: msg('Previous 30 days'),
  last_month: msg('Previous month'),
}

export const everyTexts: Readonly<Record<ReportSchedule['every'], Text>> = {
  day: msg('Every day'),
  week: msg('Every week'),
  month: msg('Every month'),
}

export const runTexts: Readonly<Record<RunStatus, { text: Text; tone: Tone }>> = {
  queued: { text: msg('Sending'), tone: 'info' },
  sent: { text: msg('Sent'), tone: 'ok' },
  partly: { text: msg('Partly sent'), tone: 'warn' },
  failed: { text: msg('Not sent'), tone: 'bad' },
}

/** The schedule as text: "Every Monday at 09:00". */
export function useRuleText(): (rule: Pick<ReportSchedule, 'every' | 'weekday' | 'monthday' | 'hour'>) => string {
  const t = useT()
  const language = useLanguage()
  return ({ every, weekday, monthday, hour }) => {
    const time = isolate(hourText(hour))
    if (every === 'day') return t('Every day at {time}', { time })
    if (every === 'week') return t('Every {weekday} at {time}', { weekday: weekdayName(weekday, language), time })
    return t('On day {day} of the month at {time}', { day: monthday, time })
  }
}
