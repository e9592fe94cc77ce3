import { Select } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import {
  kindNames,
  listsKey,
  listsName,
  reportKinds,
  columnNames,
  columnUnits,
  type ReportColumn,
} from '#contract/reports/table-names.ts'
import { readReportTable, type ReportTable } from '#contract/reports/tables.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { clientListPath } from '../../../paths/companies.ts'
import { modulePlaces } from '../../../session/module.ts'
import { searchOf } from '../../../session/search.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { ClientFilter } from '../../../shells/owners/client-filter.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import { ChartCard } from '../../../shells/figures/chart-card.tsx'
import figures from '../../../shells/figures/figure-layout.module.css'
import { LoadingTiles, FigureTile, FigureTiles } from '../../../shells/figures/figure-tile.tsx'
import { useRowsLinks } from '../../../shells/figures/rows-link.ts'
import { useVersus } from '../../../shells/figures/figures-note.tsx'
import { ModuleChoice } from '../module-choice.tsx'
import { ReportDays } from '../report-days.tsx'
import styles from '../reports.module.css'
import { goodDirection, shownValue } from './cells.ts'
import { ReportActions } from './report-actions.tsx'
import grid from './report-grid.module.css'
import { ReportGrid } from './report-grid.tsx'
import { reportRows, type ReportRows } from './report-rows.ts'
import { useReport } from './use-report.ts'

const columns: readonly ReportColumn[] = [
  'visits',
  'match_rate',
  'leads',
  'cost_per_lead',
  'spend',
  'margin',
  'conversions',
  'return_on_spend',
]

type ReportProps = { table: ReportTable; rowsOf: ReportRows }

/** A report's totals, each compared with the previous period. */
function ReportFigures({ table, rowsOf }: ReportProps) {
  const t = useT()
  const format = useFormat()
  const versusOf = useVersus()
  return (
    <FigureTiles label={t('Key metrics')} timeZone={table.time_zone} comparison={table.comparison}>
      {columns.flatMap((column) => {
        const at = table.columns.indexOf(column)
        if (at < 0) return []
        const [now, before] = [table.compared_total[at] ?? null, table.previous_total[at] ?? null]
        return (
          <FigureTile
            key={column}
            label={t(columnNames[column])}
            rows={rowsOf(column, null)}
            note={versusOf(
              table.comparison,
              t('Previous: {value}', { value: isolate(shownValue(before, column, format)) }),
            )}
            badge={
              now && (before || table.comparison === 'new') ? (
                <ChangeBadge
                  comparison={table.comparison}
                  now={now}
                  before={before ?? 0}
                  goodWhen={goodDirection[column] ?? 'neither'}
                  isRate={columnUnits[column] === 'rate'}
                />
              ) : null
            }
          >
            {shownValue(table.total[at], column, format)}
          </FigureTile>
        )
      })}
    </FigureTiles>
  )
}

type Values = { values: readonly (number | null)[] }

const chartMeasures = ['leads', 'visits', 'spend', 'margin', 'conversions'] as const

/** A report's daily figures, one measure at a time, compared with the previous period. */
function DayChart({ table, rowsOf }: ReportProps) {
  const t = useT()
  const measures = chartMeasures
    .map((column) => ({ column, at: table.columns.indexOf(column) }))
    .filter(({ at }) => at >= 0)
    .map(({ column, at }) => ({
      key: column,
      name: columnNames[column],
      isMoney: columnUnits[column] === 'money',
      valueOf: ({ values }: Values) => values[at] ?? 0,
    }))
  return (
    <ChartCard<Values>
      days={table.rows.map(({ key, values, previous }) => ({ date: key, values, previous: { values: previous } }))}
      measures={measures}
      timeZone={table.time_zone}
      comparison={table.comparison}
      // Money comes from leads. Conversions have no list of their own.
      rowsOf={({ start }, measure) =>
        measure === 'conversions' ? undefined : rowsOf(measure === 'visits' ? measure : 'leads', start)
      }
      names={{ now: t('This period'), before: t('Previous period') }}
    />
  )
}

/** The results, costs and revenue of an agency's campaigns, grouped by a chosen dimension. */
export function ReportsPage() {
  const t = useT()
  const format = useFormat()
  const current = useReport()
  const report = useCall(readReportTable, current.input, { keepPrevious: true })
  const table = report.data
  return (
    <>
      <PageHeader
        title={t('Reports')}
        description={t('{start} to {end} ({zone})', {
          start: format.date(current.start),
          end: format.date(current.end),
          zone: reportTimeZone,
        })}
        actions={<ReportActions />}
      />
      <Filters />
      {report.error && !table ? (
        <FailureNote failure={report.error} onRetry={report.refetch} />
      ) : (
        <div className={figures.page} aria-busy={report.isPlaceholderData || undefined}>
          {table ? <ReportView table={table} /> : <LoadingTiles tiles={8} />}
        </div>
      )}
    </>
  )
}

function ReportView({ table }: { table: ReportTable }) {
  const t = useT()
  const format = useFormat()
  const rowsOf = useReportRows(table)
  const nameOf = (key: string): string => {
    if (table.kind === 'days') return format.day(key)
    if (key === listsKey) return t(listsName)
    if (table.kind === 'funnel') return t(reasonTable[key as Reason].title)
    return modulePlaces().find(({ module }) => module === key)?.name ?? key
  }
  if (table.rows.length === 0)
    return (
      <EmptyState
        icon={<IconChartBar size={28} stroke={1.5} />}
        title={t('Nothing in this period')}
        hint={t('Visits, leads and conversions of these days appear here. Choose other days, or another client.')}
        action={<NextStep to={clientListPath} label={t('Client Management')} />}
      />
    )
  return (
    <>
      <ReportFigures table={table} rowsOf={rowsOf} />
      {table.kind === 'days' && <DayChart table={table} rowsOf={rowsOf} />}
      <TitledCard title={t(kindNames[table.kind])}>
        <ReportGrid table={table} nameOf={nameOf} rowsOf={rowsOf} />
        {table.hidden_rows > 0 && (
          <p className={grid.note}>
            {t('{count, plural, one {# more row is part of the total.} other {# more rows are part of the total.}}', {
              count: table.hidden_rows,
            })}
          </p>
        )}
      </TitledCard>
    </>
  )
}

/** The rows behind the figures of a report, as its filters were when it was read. */
function useReportRows({ kind, start, end }: ReportTable): ReportRows {
  const { clientId: client, module } = useReport()
  return reportRows(useRowsLinks(), kind, { days: { start, end }, client, module: module || undefined })
}

function Filters() {
  const t = useT()
  const navigate = useNavigate()
  const { kind, clientId, module } = useReport()
  const choose = (change: Record<string, string | undefined>): void =>
    void navigate({ to: '.', search: searchOf((before) => ({ ...before, ...change })) })
  return (
    <div className={styles.filters} role="group" aria-label={t('Filters')}>
      <Select
        aria-label={t('Report')}
        className={styles.filter}
        data={reportKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
        value={kind}
        onChange={(report) => choose({ report: report ?? undefined })}
        allowDeselect={false}
      />
      <ClientFilter
        label={t('Clients')}
        className={styles.filter}
        value={clientId}
        onChange={(client) => choose({ client: client === 'all' ? undefined : client })}
      />
      <ModuleChoice module={module} />
      <ReportDays />
    </div>
  )
}
