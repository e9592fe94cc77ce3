import { Skeleton } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { readReportAttention, readReportChart, type ReportChart } from '#contract/reports/dashboard.ts'
import { useCall } from '../../../api/hooks.ts'
import { useStream, type StreamState } from '../../../api/stream.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { PeriodChoice, usePeriod } from '../../../shells/period-choice.tsx'
import { useRowPanel } from '../../../shells/resource-table/row-panel.ts'
import { besidePanel } from '../../../shells/side-panel.tsx'
import { storeFiguresSeen } from '../../../start/figures-last-seen.ts'
import { Card } from '../../../ui/card.tsx'
import { NoCampaigns } from '../../campaigns/list/no-campaigns.tsx'
import { moduleDashboards } from '../../campaigns/modules/module-dashboards.ts'
import { ChecklistCard } from '../../inbox/checklist-card.tsx'
import { LiveBadge } from '../../leads/live-badge.tsx'
import { NewestLeadsCard } from '../../leads/newest-leads-card.tsx'
import { ChartCard } from '../../../shells/figures/chart-card.tsx'
import { useRowsLinks } from '../../../shells/figures/rows-link.ts'
import layout from '../../../shells/figures/figure-layout.module.css'
import { AttentionCard } from './attention-card.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { figureCount, measuresFor } from '../../../shells/figures/lead-measures.ts'
import { HealthCard } from './health-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { ShareCard } from './share-card.tsx'

/** Throttles the refresh of the figures during a burst of leads. */
const followEvery_ms = 2_000
/** Polling interval, because no event reports silent pixels or failed deliveries. */
const lookAgain_ms = 60_000

/** The start page of clients and agencies: lead trends, costs and earnings, and what needs attention (S030). */
export function DashboardPage() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const { mayCreate } = useCampaignRights()
  const { days, start, end, choose } = usePeriod()
  const live = useLiveFigures(me.companyId)
  const whose = { companyId: me.companyId, clientId: 'all' } as const
  const query = { moduleType: module.module }
  const again = { keepPrevious: true, refetchEvery_ms: lookAgain_ms }
  const chart = useCall(readReportChart, { params: { ...whose, start, end }, query }, again)
  const attention = useCall(readReportAttention, { params: whose, query }, again)
  const panel = useRowPanel('lead')
  const isAgency = me.side === 'agency'
  const links = useRowsLinks()
  useEffect(() => storeFiguresSeen(figureCount(isAgency)), [isAgency])
  const Own = moduleDashboards[module.module]
  const failure = (!chart.data && chart.error) || (!attention.data && attention.error) || null
  const isEmpty =
    chart.data &&
    !chart.data.has_campaigns &&
    attention.data?.total === 0 &&
    chart.data.total.leads + chart.data.previous.leads === 0
  const figures = { chart: chart.data, isAgency, days: Number(days) }
  return (
    <div className={panel.openKey && besidePanel}>
      <PageHeader
        title={t('Dashboard')}
        documentTitle={`${t('Dashboard')} · ${module.name}`}
        badge={<LiveBadge state={live} />}
        description={t('{module} activity for the last {days} days', {
          module: isolate(module.name),
          days: Number(days),
        })}
        actions={<PeriodChoice days={days} choose={choose} />}
      />
      <ChecklistCard />
      {failure && <FailureNote failure={failure} onRetry={() => Promise.all([chart.refetch(), attention.refetch()])} />}
      {!failure && isEmpty && (
        <Card>
          <NoCampaigns mayCreate={mayCreate} />
        </Card>
      )}
      {!failure && !isEmpty && (
        <div className={layout.page} aria-busy={chart.isPlaceholderData || undefined}>
          <KeyFigures {...figures} />
          <ChartCard
            days={chart.data?.days}
            timeZone={reportTimeZone}
            comparison={chart.data?.comparison}
            measures={measuresFor(isAgency)}
            rowsOf={(day) => links.leads({ days: day, module: module.module })}
            names={{
              now: t('Last {days} days', { days: Number(days) }),
              before: t('Previous {days} days', { days: Number(days) }),
            }}
          />
          <div className={layout.pair}>
            <div className={layout.page}>
              <AttentionCard attention={attention.data} isAgency={isAgency} />
              <NewestLeadsCard companyId={me.companyId} showsClient={isAgency} panel={panel} />
              <CampaignCard chart={chart.data} isAgency={isAgency} />
              {Own && (
                <Suspense fallback={<Skeleton height={220} radius="md" />}>
                  <Own />
                </Suspense>
              )}
            </div>
            <div className={layout.page}>
              <HealthCard attention={attention.data} />
              <StateCard chart={chart.data} />
              {modulesWithPixel.includes(module.module) && <SourceCard chart={chart.data} />}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

/** Refetches the figures when the feed reports something new. */
function useLiveFigures(companyId: string): StreamState {
  const client = useQueryClient()
  const refresh = useThrottledCallback(() => {
    void client.invalidateQueries({ queryKey: [readReportChart.name] })
    void client.invalidateQueries({ queryKey: [readReportAttention.name] })
    void client.invalidateQueries({ queryKey: [listLeads.name] })
  }, followEvery_ms)
  return useStream(liveLeads, { params: { companyId } }, (event) => {
    if (event.name !== 'ready') refresh()
  })
}

/** Leads by where the visitor came from: a campaign's `utm_source`, or the website that linked to the page. */
function SourceCard({ chart }: { chart?: ReportChart }) {
  const t = useT()
  const rows = chart?.sources.map(({ source, ...counts }) => ({
    key: source,
    name: source === '' ? t('Direct or unknown') : source,
    ...counts,
  }))
  return <ShareCard title={t('Top sources')} head={t('Source')} rows={rows} comparison={chart?.comparison} />
}

/** Leads by the state of the person's home. */
function StateCard({ chart }: { chart?: ReportChart }) {
  const t = useT()
  const rows = chart?.states.map(({ state, name, ...counts }) => ({
    key: state,
    name: state === '-' ? t('Unknown') : name,
    ...counts,
  }))
  return <ShareCard title={t('Top states')} head={t('State')} rows={rows} comparison={chart?.comparison} />
}
