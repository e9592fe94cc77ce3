import { Skeleton, Stack, Alert, Button } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { listLeads } from '#contract/leads/leads.ts'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { readCampaignDays } from '#contract/reports/campaign-days.ts'
import { useCall } from '../../../api/hooks.ts'
import { useStream } from '../../../api/stream.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { campaignPath, editPath } from '../../../paths/campaigns.ts'
import { useParam, useSearchText } from '../../../session/address.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { useModule } from '../../../session/module.ts'
import { CampaignStatusBadge } from '../../../shells/owners/campaign-status.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { TabRow } from '../../../shells/tab-row.tsx'
import { DestinationsSection } from '../../integrations/destinations/destinations-section.tsx'
import { ModuleGate } from '../module-gate.tsx'
import { modulePages } from '../modules/module-pages.ts'
import { blockerTexts } from '../names.ts'
import { usePlaceOf } from '../use-place.ts'
import { CampaignHeadActions } from './head-actions.tsx'
import { HistorySection } from './history/history-section.tsx'
import { LeadHold } from './money/lead-hold.tsx'
import { MonthCapMet } from './money/month-cap.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SimulationSection } from './simulation/simulation-section.tsx'

/** Minimum interval between refreshes during a burst of leads. */
const followEvery_ms = 2_000

/** Refetches a campaign's numbers and caps when the live feed reports news of its client. */
function useLiveCampaign({ company_id: companyId }: CampaignDetail): void {
  const client = useQueryClient()
  const refresh = useThrottledCallback(() => {
    void client.invalidateQueries({ queryKey: [getCampaign.name] })
    void client.invalidateQueries({ queryKey: [readMonthCap.name] })
    void client.invalidateQueries({ queryKey: [readCampaignDays.name] })
    void client.invalidateQueries({ queryKey: [listLeads.name] })
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
        actions={campaign && mayEdit && <CampaignHeadActions campaign={campaign} />}
      />
      {campaign ? <CampaignBody campaign={campaign} mayEdit={mayEdit} /> : <PageSkeleton />}
    </>
  )
}

const tabs = ['overview', 'setup', 'destinations', 'settings', 'history'] as const
const tabNames = {
  overview: msg('Overview'),
  setup: msg('Setup'),
  destinations: msg('Destinations'),
  settings: msg('Settings'),
  history: msg('History'),
} as const satisfies Record<(typeof tabs)[number], Text>

function CampaignBody({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const module = useModule()
  useLiveCampaign(campaign)
  // Until there was a hit there is nothing to look at, but a pixel to install. It stays so when the first one arrives,
  // because whoever waits for it looks at the setup.
  const hasPixel = modulesWithPixel.includes(campaign.module)
  const [usualTab] = useState(() => (hasPixel && campaign.leads === 0 && !campaign.last_hit_at ? 'setup' : 'overview'))
  const tab = useTab() ?? usualTab
  const Source = modulePages[campaign.module]?.Source
  return (
    <>
      <Stack gap="md" mb="md">
        <LeadHold campaign={campaign} mayEdit={mayEdit} />
        <MonthCapMet campaign={campaign} mayEdit={mayEdit} />
        <Blockers campaign={campaign} mayEdit={mayEdit} />
      </Stack>
      <TabRow
        label={t('Parts of this campaign')}
        tabs={tabs
          .filter((key) => hasPixel || key !== 'setup')
          .map((key) => ({
            to: campaignPath(module, campaign.campaignId),
            search: { tab: key },
            name: t(tabNames[key]),
            isCurrent: key === tab,
          }))}
      />
      {tab === 'overview' && (
        <OverviewTab campaign={campaign}>{Source && !hasPixel && <Source campaign={campaign} />}</OverviewTab>
      )}
      {tab === 'setup' && Source && <Source campaign={campaign} />}
      {tab === 'destinations' && (
        <DestinationsSection campaignId={campaign.campaignId} companyId={campaign.company_id} />
      )}
      {tab === 'settings' && (
        <Stack gap="xl">
          <SettingsSection campaign={campaign} mayEdit={mayEdit} />
          <SimulationSection campaign={campaign} />
        </Stack>
      )}
      {tab === 'history' && <HistorySection key={campaign.updated_at} campaign={campaign} />}
    </>
  )
}

/** The tab that the URL names. */
function useTab(): (typeof tabs)[number] | undefined {
  const name = useSearchText('tab')
  return tabs.find((one) => one === name)
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
