import { serverNow_ms } from '../../api/server-clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { dateIn } from '../../shells/last-days.ts'
import { useDocumentZone } from './use-document-zone.ts'

const monthCount = 13

/** The current month and a year before it, newest first, for a choice of statements. */
export function useStatementMonths(): { value: string; label: string }[] {
  const format = useFormat()
  const zone = useDocumentZone()
  const [year, month] = dateIn(zone ?? 'UTC', serverNow_ms())
    .split('-')
    .map(Number) as [number, number]
  return Array.from({ length: monthCount }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    return { value, label: format.month(value) }
  })
}
