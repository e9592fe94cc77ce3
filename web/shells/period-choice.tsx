import { SegmentedControl } from '@mantine/core'
import { serverNow_ms } from '../api/server-clock.ts'
import { useT } from '../i18n/texts.tsx'
import { useSearchChoice } from '../session/search-choice.ts'
import { lastDays, reportToday, type Days } from './last-days.ts'

/** Periods offered, in days up to today. */
const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]

type ChosenPeriod = Days & { days: Period; choose: (days: string) => void }

/** The period that a page shows, stored in the URL. */
export function usePeriod(): ChosenPeriod {
  const [days, choose] = useSearchChoice('days', periods, '30')
  return { ...lastDays(reportToday(serverNow_ms()), Number(days)), days, choose }
}

export function PeriodChoice({ days, choose }: Pick<ChosenPeriod, 'days' | 'choose'>) {
  const t = useT()
  return (
    <SegmentedControl
      aria-label={t('Period')}
      value={days}
      onChange={choose}
      data={periods.map((value) => ({ value, label: t('{days} days', { days: Number(value) }) }))}
    />
  )
}
