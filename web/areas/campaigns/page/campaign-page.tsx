import { Skeleton, Stack, Alert, Button } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { useCall } from '../../../api/hooks.ts'
import { useStream } from '../../../api/stream.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { campaignPath, listPath, editPath } from '../../../paths/campaigns.ts'
import { useParam } from '../../../session/address.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { useModule } from '../../../session/module.ts'
import { CountUp } from '../../../shells/count-up.tsx'
import { CampaignStatusBadge } from '../../../shells/owners/campaign-status.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { DestinationsSection } from '../../integrations/destinations/destinations-section.tsx'
import { ModuleGate } from '../module-gate.tsx'
import { modulePages } from '../modules/module-pages.ts'
import { blockerTexts, limitNames } from '../names.ts'
import { PlaceLinks } from '../place-links.tsx'
import { usePlaceOf } from '../use-place.ts'
import { CampaignHeadActions } from './head-actions.tsx'
import { HistorySection } from './history/history-section.tsx'
import { LeadHold } from './money/lead-hold.tsx'
import { MonthCapMet, MonthCapTile } from './money/month-cap.tsx'
import { PrepaidSection } from './money/prepaid-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SimulationSection } from './simulation/simulation-section.tsx'
import { SiteEvents } from './site-events.tsx'

/** Minimum interval between refreshes during a burst of leads. */
const followEvery_ms = 2_000

/** Refetches a campaign's numbers and caps when the live feed reports news of its client. */
function useLiveCampaign({ company_id: companyId }: CampaignDetail): void {
  const client = useQueryClient()
  const refresh = useThrottledCallback(() => {
    void client.invalidateQueries({ queryKey: [getCampaign.name] })
    void client.invalidateQueries({ queryKey: [readMonthCap.name] })
  }, followEvery_ms)
  useStream(liveLeads, { params: { companyId } }, (event) => {
    if (event.name !== 'ready') refresh()
  })
}

/** Polls, because others may change the campaign without a new lead triggering a refresh. */
const lookAgain_ms = 60_000

export function CampaignPage() {
  return (
    <ModuleGate>
      <CampaignView />
    </ModuleGate>
  )
}

function CampaignView() {
  const t = useT()
  const module = useModule()
  const campaignId = useParam('campaignId')
  const { mayEdit } = useCampaignRights()
  const answer = useCall(getCampaign, { params: { id: campaignId } }, { refetchEvery_ms: lookAgain_ms })
  const campaign = answer.data?.data
  const placeOf = usePlaceOf()
  if (answer.error && !campaign) return <PageFailure failure={answer.error} onRetry={answer.refetch} />
  if (campaign && placeOf(campaign).base !== module.base)
    return <Navigate to={campaignPath(placeOf(campaign), campaignId)} search hash replace />
  return (
    <>
      <PageHeader
        title={campaign?.campaignName ?? '…'}
        documentTitle={campaign?.campaignName ?? t('Campaign')}
        badge={campaign && <CampaignStatusBadge {...campaign} />}
        description={
          campaign && (
            <>
              <bdi>{campaign.company_name}</bdi> · <bdi>{module.name}</bdi>
            </>
          )
        }
        back={{ to: listPath(module), label: t('Campaigns') }}
        actions={campaign && mayEdit && <CampaignHeadActions campaign={campaign} />}
      />
      {campaign ? <CampaignBody campaign={campaign} mayEdit={mayEdit} /> : <PageSkeleton />}
    </>
  )
}

function CampaignBody({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  useLiveCampaign(campaign)
  const Source = modulePages[campaign.module]?.Source
  return (
    <Stack gap="xl">
      <LeadHold campaign={campaign} mayEdit={mayEdit} />
      <MonthCapMet campaign={campaign} mayEdit={mayEdit} />
      <Blockers campaign={campaign} mayEdit={mayEdit} />
      <div>
        <KeyFigures campaign={campaign} />
        <MonthCapTile campaign={campaign} />
        <PlaceLinks label={t('Of this campaign')} search={{ campaign: campaign.campaignId }} />
      </div>
      {Source && <Source campaign={campaign} />}
      <SimulationSection campaign={campaign} />
      {modulesWithPixel.includes(campaign.module) && <SiteEvents campaignId={campaign.campaignId} />}
      <DestinationsSection campaignId={campaign.campaignId} companyId={campaign.company_id} />
      <PrepaidSection campaign={campaign} />
      <SettingsSection campaign={campaign} mayEdit={mayEdit} />
      <HistorySection key={campaign.updated_at} campaign={campaign} />
    </Stack>
  )
}

function PageSkeleton() {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton height={104} radius="lg" />
      <Skeleton height={320} radius="lg" />
      <Skeleton height={140} radius="lg" />
    </Stack>
  )
}

/** What prevents the campaign from starting, with a link to fix it. */
function Blockers({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const module = useModule()
  if (campaign.blockers.length === 0 || campaign.status === 'archived') return null
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle size={18} stroke={1.75} />}
      title={
        campaign.status === 'active' ? t('This campaign isn’t generating leads') : t('Before this campaign can start')
      }
    >
      <ul>
        {campaign.blockers.map(({ field, message }) => (
          <li key={field}>{t(blockerTexts[plainFieldOf(field)] ?? message)}</li>
        ))}
      </ul>
      {mayEdit && (
        <Button variant="default" size="xs" component={Link} to={editPath(module, campaign.campaignId)}>
          {t('Edit campaign')}
        </Button>
      )}
    </Alert>
  )
}

function KeyFigures({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const { module } = useModule()
  const hasPixel = modulesWithPixel.includes(module)
  const { leadLimit: limit, wholesalePrice: wholesale, last_hit_at: lastHit } = campaign
  const price = (dollars: number): string => format.price(Math.round(dollars * 10_000))
  return (
    <StatTiles>
      <StatTile
        label={t('Leads')}
        value={<CountUp value={campaign.leads} show={format.number} />}
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
