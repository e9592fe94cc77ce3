import { useNavigate } from '@tanstack/react-router'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { lastDays, reportToday, type Days } from '../days.ts'
import { useSearchText } from '../../../session/address.ts'
import { searchOf } from '../../../session/search.ts'

/** How many days up to today a dashboard can show. */
export const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]
const usual: Period = '30'

/** The days that a dashboard shows. The choice stands in the address. */
export function usePeriod(): Days & { days: Period; choose: (days: string) => void } {
  const given = useSearchText('days')
  const navigate = useNavigate()
  const days = periods.find((one) => one === given) ?? usual
  return {
    ...lastDays(reportToday(serverNow_ms()), Number(days)),
    days,
    choose: (next) =>
      void navigate({ to: '.', search: searchOf({ days: next === usual ? undefined : next }), replace: true }),
  }
}
