import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { readReportAnalytics } from '#contract/reports/analytics.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { AgencyPicker, useChosenAgency } from '../../../shells/owners/agency-picker.tsx'
import { useRowsLinks, type Counted } from '../../../shells/figures/rows-link.ts'
import { ChartCard } from '../../../shells/figures/chart-card.tsx'
import { ModuleChoice, useChosenModule } from '../module-choice.tsx'
import { ReportDays, useReportDays } from '../report-days.tsx'
import { AnalyticsFigures } from './analytics-figures.tsx'
import { CompanyTable } from './company-table.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { measures } from './measures.ts'
import { ModuleCard } from './module-card.tsx'
import figures from '../../../shells/figures/figure-layout.module.css'
import styles from '../reports.module.css'

/** The results and revenue of visits and searches, across all agencies or for one (S058, C117). */
export function AnalyticsPage() {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const agency = useChosenAgency()
  const module = useChosenModule()
  const { start, end } = useReportDays()
  // Users viewing as an agency see that agency's data (R039).
  const ofAgency = me.side === 'root' ? agency : me.companyId
  const params = { start, end, companyId: ofAgency || 'all', moduleType: module || 'all' } as const
  const links = useRowsLinks()
  // The operator lists the leads of one agency, of all its modules.
  const leadsOf = (counted: Counted) => {
    const one = { days: { start, end }, module: module || undefined, ...counted }
    if (me.side !== 'root') return links.leads(one)
    return agency && !one.module ? links.leadsOfAgency(agency, one.days) : undefined
  }
  const visitsOf: typeof links.visits = (counted, reason) =>
    me.side === 'root'
      ? undefined
      : links.visits({ days: { start, end }, module: module || undefined, ...counted }, reason)
  const report = useCall(readReportAnalytics, { params, query: {} }, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title={t('Report Analytics')}
        description={t('{start} to {end} ({zone})', {
          start: format.date(start),
          end: format.date(end),
          zone: reportTimeZone,
        })}
      />
      <div className={styles.filters} role="group" aria-label={t('Filters')}>
        {me.side === 'root' && (
          <div className={styles.filter}>
            <AgencyPicker keep={['days', 'start', 'end', 'module']} placeholder={t('All agencies')} />
          </div>
        )}
        <ModuleChoice module={module} />
        <ReportDays />
      </div>
      {report.error && !report.data ? (
        <FailureNote failure={report.error} onRetry={report.refetch} />
      ) : (
        <div className={figures.page} aria-busy={report.isPlaceholderData || undefined}>
          <AnalyticsFigures report={report.data} leads={leadsOf({})} visits={visitsOf({})} />
          <ChartCard
            days={report.data?.by_day}
            timeZone={reportTimeZone}
            comparison={report.data?.comparison}
            measures={measures}
            rowsOf={(days, measure) => (measure === 'visits' ? visitsOf({ days }) : leadsOf({ days }))}
            names={{ now: t('This period'), before: t('Previous period') }}
          />
          <div className={figures.pair}>
            <FunnelCard report={report.data} rowsOf={(reason) => visitsOf({}, reason)} />
            <ModuleCard report={report.data} rowsOf={(module) => leadsOf({ module })} />
          </div>
          <CompanyTable params={params} ofAgency={ofAgency !== ''} key={ofAgency} />
        </div>
      )}
    </>
  )
}
