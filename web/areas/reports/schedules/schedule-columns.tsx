import { kindNames } from '#contract/reports/table-names.ts'
import { runCauses, type ReportSchedule } from '#contract/reports/schedules.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { RowActions, type RowAct } from '../../../shells/resource-table/row-actions.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { useMe } from '../../../session/me.ts'
import { modulePlaces } from '../../../session/module.ts'
import { daysTexts, runTexts, useRuleText } from './words.ts'
import styles from '../reports.module.css'

type ActsOf = (schedule: ReportSchedule, name: string) => RowAct[]

export const scheduleColumns = (actsOf: ActsOf): readonly Column<ReportSchedule>[] => [
  { key: 'report', header: msg('Report'), size: 'wide', cell: (row) => <What row={row} /> },
  { key: 'when', header: msg('When'), size: 'wide', cell: (row) => <When row={row} /> },
  { key: 'to', header: msg('Recipients'), hideBelow: 'md', cell: (row) => <To row={row} /> },
  { key: 'last', header: msg('Last sent'), size: 'wide', cell: (row) => <Last row={row} /> },
  {
    key: 'actions',
    header: msg('Actions'),
    size: 'actions',
    align: 'end',
    cell: (row) => <Acts row={row} actsOf={actsOf} />,
  },
]

function Acts({ row, actsOf }: { row: ReportSchedule; actsOf: ActsOf }) {
  const t = useT()
  const name = t(kindNames[row.kind])
  return <RowActions name={name} items={actsOf(row, name)} />
}

function What({ row }: { row: ReportSchedule }) {
  const t = useT()
  const module = modulePlaces().find((place) => place.module === row.moduleType)?.name
  const parts = [t(daysTexts[row.days]), row.company_name, module, row.format.toUpperCase()]
  return (
    <Lines strong detail={parts.flatMap((part) => (part ? [isolate(part)] : [])).join(' · ')}>
      {t(kindNames[row.kind])}
    </Lines>
  )
}

function When({ row }: { row: ReportSchedule }) {
  const t = useT()
  const format = useFormat()
  const ruleText = useRuleText()
  // The rule's time is the agency's, so the next run must not be shown in another zone below it.
  const { timeZone } = useMe()
  return (
    <Lines
      detail={row.next_at ? t('Next: {when}', { when: isolate(format.dateTime(row.next_at, timeZone)) }) : t('Paused')}
    >
      {ruleText(row)}
    </Lines>
  )
}

function To({ row }: { row: ReportSchedule }) {
  const t = useT()
  const [first, ...others] = row.recipients
  return (
    <Lines detail={others.length > 0 && t('and {count} more', { count: others.length })}>
      <bdi>{first}</bdi>
    </Lines>
  )
}

function Last({ row: { last } }: { row: ReportSchedule }) {
  const t = useT()
  const format = useFormat()
  if (!last) return <span className={styles.muted}>–</span>
  const { text, tone } = runTexts[last.status]
  return (
    <Lines detail={last.cause ? t(runCauses[last.cause]) : format.when(last.at)}>
      <StatusBadge tone={tone} pulse={last.status === 'queued'}>
        {t(text)}
      </StatusBadge>
    </Lines>
  )
}
