import type { LeadRow } from '#contract/leads/lead.ts'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { dateIn } from '../../../shells/last-days.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'

type Action = NonNullable<LeadRow['next_action']>

/** Today in the company's zone, whose people plan by it. */
export const useToday = (): string => dateIn(useMe().timeZone, serverNow_ms())

/** The day of a next action; from that day on it stands out. */
export function DueDay({ action }: { action: Action }) {
  const t = useT()
  const format = useFormat()
  const today = useToday()
  if (action.date > today) return format.day(action.date)
  return (
    <StatusBadge tone={action.date === today ? 'warn' : 'bad'}>
      {action.date === today ? t('Today') : t('Overdue: {date}', { date: isolate(format.day(action.date)) })}
    </StatusBadge>
  )
}
