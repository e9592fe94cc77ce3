import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { readCohorts } from '#contract/reports/cohorts.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { searchOf } from '../../../session/search.ts'
import { useSearchChoice } from '../../../session/search-choice.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { ClientFilter } from '../../../shells/owners/client-filter.tsx'
import { reportsPath } from '../paths.ts'
import { useReport } from '../tables/use-report.ts'
import { CohortGrid } from './cohort-grid.tsx'
import { cohortMeasures, measureTexts, shortTexts } from './measures.ts'
import styles from '../reports.module.css'

/** Retention: visitors by the week of their first visit, and what they did in the following weeks. */
export function CohortsPage() {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const navigate = useNavigate()
  const { clientId } = useReport()
  const [measure, chooseMeasure] = useSearchChoice('measure', cohortMeasures)
  const params = { companyId: me.companyId, clientId }
  const { data, error, refetch } = useCall(readCohorts, { params }, { keepPrevious: true })
  const chooseClient = (client: string): void =>
    void navigate({
      to: '.',
      search: searchOf((before) => ({ ...before, client: client === 'all' ? undefined : client })),
    })
  return (
    <>
      <PageHeader
        title={t('Returning visitors')}
        description={
          data?.kept_through
            ? t('By week of first visit, through {date} ({zone}).', {
                date: format.date(data.kept_through),
                zone: reportTimeZone,
              })
            : t('By the week of the first visit.')
        }
      />
      <div className={styles.filters} role="group" aria-label={t('Filters')}>
        <ClientFilter label={t('Clients')} className={styles.filter} value={clientId} onChange={chooseClient} />
        <SegmentedControl
          aria-label={t('Metric')}
          data={cohortMeasures.map((value) => ({ value, label: t(shortTexts[value]) }))}
          value={measure}
          onChange={chooseMeasure}
        />
      </div>
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={320} />}
      {data?.data.length === 0 && (
        <EmptyState
          icon={<IconChartBar size={28} stroke={1.5} />}
          title={t('No visitors yet')}
          hint={t('Each day is counted an hour after it ends. Visitors from the last 12 weeks appear here.')}
          action={<NextStep to={reportsPath} label={t('Reports')} />}
        />
      )}
      {data && data.data.length > 0 && (
        <TitledCard title={t(measureTexts[measure])}>
          <CohortGrid cohorts={data.data} measure={measure} />
        </TitledCard>
      )}
    </>
  )
}
