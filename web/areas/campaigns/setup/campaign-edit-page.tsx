import { Skeleton, Stack } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { openPartOf } from '#contract/sign-in/view-mode.ts'
import { getCampaign, listCampaigns, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { useModule } from '../../../session/module.ts'
import { useMe } from '../../../session/me.ts'
import { LoadingLine } from '../../../shells/loading-line.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { useFilled } from '../../../shells/use-filled.ts'
import { notifyDone } from '../../../shells/notify.tsx'
import { throwServerBusy } from '../../../shells/throw-server-busy.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { campaignPath, editPath } from '../../../paths/campaigns.ts'
import { usePlaceOf } from '../use-place.ts'
import { CampaignFormPage } from './campaign-form-page.tsx'
import { formOf } from '../modules/module-forms.ts'
import { changeOf, valuesOf } from './campaign-form.ts'
import { TeamGate } from '../../../shells/team-gate.tsx'

export function CampaignEditPage() {
  const campaignId = useParam('campaignId')
  return (
    <TeamGate operation={updateCampaign}>
      <EditPage key={campaignId} campaignId={campaignId} />
    </TeamGate>
  )
}

function EditPage({ campaignId }: { campaignId: string }) {
  const t = useT()
  const module = useModule()
  const campaign = useCall(getCampaign, { params: { id: campaignId } })
  const form = useFilled(campaign)
  const answer = form.answer?.data
  const placeOf = usePlaceOf()
  if (campaign.error && !answer) return <PageFailure failure={campaign.error} onRetry={campaign.refetch} />
  if (answer && placeOf(answer).base !== module.base)
    return <Navigate to={editPath(placeOf(answer), campaignId)} search hash replace />
  return (
    <>
      <PageHeader
        title={t('Edit campaign')}
        description={campaign.data ? <bdi>{campaign.data.data.campaignName}</bdi> : <LoadingLine />}
      />
      {answer ? <CampaignEditor key={form.round} campaign={answer} onReload={form.reload} /> : <FormSkeleton />}
    </>
  )
}

function FormSkeleton() {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton height={120} radius="lg" />
      <Skeleton height={180} radius="lg" />
      <Skeleton height={200} radius="lg" />
    </Stack>
  )
}

function CampaignEditor({ campaign, onReload }: { campaign: CampaignDetail; onReload: () => void }) {
  const t = useT()
  const module = useModule()
  const isLooking = useMe().viewEndsAt !== null
  const operation = formOf(module.module).update
  const update = useAction(operation, {
    invalidates: [getCampaign, listCampaigns, listDrafts, listDestinations, ...inboxReads],
    onDone: () => notifyDone(t('Data has been updated successfully')),
  })
  return (
    <CampaignFormPage
      initialValues={valuesOf(campaign)}
      isNew={false}
      choosesClient={false}
      maySetPrices={campaign.can_set_prices}
      wholesale={campaign.wholesalePrice}
      minimumPrice={campaign.priceMinimum}
      maximumPrice={campaign.priceMaximum}
      clientPrice={campaign.clientPrice}
      advancedPrice={campaign.advancedPrice}
      people={campaign.notify_choices}
      questions={campaign.questions}
      submitLabel={t('Save campaign')}
      send={(values, overwriting) => {
        const body = changeOf(values, campaign, overwriting)
        return update.mutateAsync({ body: isLooking ? openPartOf(operation, body) : body }).catch(throwServerBusy)
      }}
      onReload={onReload}
      cancelTo={campaignPath(module, campaign.campaignId)}
    />
  )
}
