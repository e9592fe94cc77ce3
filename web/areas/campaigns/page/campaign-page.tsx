import { Skeleton, Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { useModule } from '../../../session/module.ts'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { DestinationsSection } from '../../integrations/destinations/destinations-section.tsx'
import { modulePages } from '../modules/module-pages.ts'
import { ModuleGate } from '../module-gate.tsx'
import { campaignPath, listPath } from '../../../paths/campaigns.ts'
import { CampaignStatusBadge } from '../../../shells/owners/campaign-status.tsx'
import { PlaceLinks } from '../place-links.tsx'
import { usePlaceOf } from '../use-place.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { Blockers } from './blockers.tsx'
import { CampaignHeadActions } from './head-actions.tsx'
import { LeadHold } from './money/lead-hold.tsx'
import { MonthCapMet, MonthCapTile } from './money/month-cap.tsx'
import { KeyFigures } from './key-figures.tsx'
import { PrepaidSection } from './money/prepaid-section.tsx'
import { HistorySection } from './history/history-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SiteEvents } from './site-events.tsx'
import { SimulationSection } from './simulation/simulation-section.tsx'
import { useLiveCampaign } from './use-live-campaign.ts'

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
