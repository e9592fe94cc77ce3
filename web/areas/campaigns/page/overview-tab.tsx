import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { readCampaignDays } from '#contract/reports/campaign-days.ts'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { searchOf } from '../../../session/search.ts'
import { CountUp } from '../../../shells/count-up.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { ChartCard } from '../../../shells/figures/chart-card.tsx'
import { FigureLink } from '../../../shells/figures/figure-link.tsx'
import { useRowsLinks } from '../../../shells/figures/rows-link.ts'
import { measuresFor } from '../../../shells/figures/lead-measures.ts'
import { lastDays, reportToday } from '../../../shells/last-days.ts'
import { useRowPanel } from '../../../shells/resource-table/row-panel.ts'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { NewestLeadsCard } from '../../leads/newest-leads-card.tsx'
import { VisitGroups } from '../../leads/visit-groups.tsx'
import { moduleLooks } from '../modules/module-looks.ts'
import { limitNames } from '../names.ts'
import { PlaceLinks } from '../place-links.tsx'
import { MonthCapTile } from './money/month-cap.tsx'
import { PrepaidSection } from './money/prepaid-section.tsx'
import { SiteEvents } from './site-events.tsx'

/** The days of the chart and of the outcomes below it. */
const shownDays = 30

/** How a campaign does: its figures, what its module adds, its leads by day, how visits ended, and the newest leads. */
export function OverviewTab({ campaign, children }: { campaign: CampaignDetail; children: ReactNode }) {
  const t = useT()
  const me = useMe()
  return (
    <Stack gap="xl">
      <div>
        <KeyFigures campaign={campaign} />
        <MonthCapTile campaign={campaign} />
        <PlaceLinks label={t('Of this campaign')} search={{ campaign: campaign.campaignId }} />
      </div>
      {children}
      {(me.side === 'client' || me.may('leads.enable')) && <Results campaign={campaign} />}
      {modulesWithPixel.includes(campaign.module) && <SiteEvents campaignId={campaign.campaignId} />}
      <PrepaidSection campaign={campaign} />
    </Stack>
  )
}

function KeyFigures({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const { module } = useModule()
  const links = useRowsLinks()
  const hasPixel = modulesWithPixel.includes(module)
  const { leadLimit: limit, wholesalePrice: wholesale, last_hit_at: lastHit } = campaign
  const price = (dollars: number): string => format.price(Math.round(dollars * 10_000))
  return (
    <StatTiles>
      <StatTile
        label={t('Leads')}
        value={
          <FigureLink rows={links.leads({ campaign: campaign.campaignId })}>
            <CountUp value={campaign.leads} show={format.number} />
          </FigureLink>
        }
        note={t(limitNames[campaign.limitPeriod], { count: format.number(limit) })}
      />
      <StatTile
        label={t('Price per lead')}
        value={price(campaign.price)}
        note={wholesale === undefined ? undefined : t('Wholesale {price}', { price: isolate(price(wholesale)) })}
      />
      <StatTile
        label={hasPixel ? t('Last hit') : t('Last search')}
        value={lastHit ? format.ago(lastHit) : t('None yet')}
        note={
          lastHit
            ? format.dateTime(lastHit)
            : hasPixel
              ? t('The pixel has not reported yet.')
              : t('No search has matched yet.')
        }
      />
      <StatTile
        label={t('Schedule')}
        value={format.date(campaign.startDate)}
        note={campaign.endDate ? t('Until {date}', { date: format.date(campaign.endDate) }) : t('No end date')}
      />
    </StatTiles>
  )
}

function Results({ campaign: { campaignId, company_id: companyId, module } }: { campaign: CampaignDetail }) {
  const t = useT()
  const me = useMe()
  const { base } = useModule()
  const navigate = useNavigate()
  const panel = useRowPanel('lead')
  const links = useRowsLinks()
  const report = useCall(readCampaignDays, { params: { id: campaignId } }, { keepPrevious: true })
  const { start, end } = lastDays(reportToday(serverNow_ms()), shownDays)
  return (
    <>
      {report.error && !report.data && <FailureNote failure={report.error} onRetry={report.refetch} />}
      <ChartCard
        days={report.data?.days}
        timeZone={reportTimeZone}
        comparison={report.data?.comparison}
        measures={measuresFor(me.side !== 'client')}
        rowsOf={(day) => links.leads({ days: day, campaign: campaignId })}
        names={{
          now: t('Last {days} days', { days: shownDays }),
          before: t('Previous {days} days', { days: shownDays }),
        }}
      />
      <VisitGroups
        params={{ companyId, clientId: 'all', start, end }}
        events={t(moduleLooks[module]?.events ?? msg('Visits'))}
        campaign={campaignId}
        module={module}
        group="all"
        selection="all"
        onChoose={(reason) =>
          void navigate({ to: `${base}/visits`, search: searchOf({ campaign: campaignId, reason, days: shownDays }) })
        }
      />
      <NewestLeadsCard companyId={companyId} campaignId={campaignId} showsClient={false} panel={panel} />
    </>
  )
}
