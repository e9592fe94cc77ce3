import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { serverNow_ms } from '../api/server-clock.ts'
import { useT } from '../i18n/texts.tsx'
import { useSearchText } from '../session/address.ts'
import { searchOf } from '../session/search.ts'
import { lastDays, reportToday, type Days } from './last-days.ts'

/** Periods offered, in days up to today. */
const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]
const usual: Period = '30'

type ChosenPeriod = Days & { days: Period; choose: (days: string) => void }

/** The period that a page shows, stored in the URL. */
export function usePeriod(): ChosenPeriod {
  const given = useSearchText('days')
  const navigate = useNavigate()
  const days = periods.find((one) => one === given) ?? usual
  return {
    ...lastDays(reportToday(serverNow_ms()), Number(days)),
    days,
    choose: (next) =>
      void navigate({
        to: '.',
        search: searchOf((before) => ({ ...before, days: next === usual ? undefined : next })),
        replace: true,
        resetScroll: false,
      }),
  }
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
