import { Button, Skeleton, Stack } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import type { KeywordCount } from '#contract/keywords/counts.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useModule } from '../../session/module.ts'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { campaignPath } from '../../paths/campaigns.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { CountDialog } from './count-dialog.tsx'
import { CountsTable } from './counts-table.tsx'
import { PendingCard } from './pending-card.tsx'
import { usePendingCounts } from './use-counts.ts'

/** How many people searched for a campaign's keywords (S073). */
export function KeywordCountsPage() {
  const t = useT()
  const module = useModule()
  const campaignId = useParam('campaignId')
  const { mayEdit } = useCampaignRights()
  const [isAsking, setAsking] = useState(false)
  const answer = useCall(getCampaign, { params: { id: campaignId } })
  const campaign = answer.data?.data
  if (answer.error && !campaign) return <PageFailure failure={answer.error} onRetry={answer.refetch} />
  // Campaigns of other products have no keywords.
  if (campaign && campaign.keyword === undefined) return <NotFoundPage absent="unknown" />
  const may = mayEdit && campaign !== undefined && campaign.status !== 'archived'
  const newButton = may && (
    <Button leftSection={<IconUsersGroup size={17} stroke={1.75} />} onClick={() => setAsking(true)}>
      {t('Count people')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Keyword counts')}
        description={
          <>
            {campaign && (
              <>
                <bdi>{campaign.campaignName}</bdi> ·{' '}
              </>
            )}
            {t('How many people searched for your keywords in the past 7 days.')}
          </>
        }
        back={{ to: campaignPath(module, campaignId), label: t('Campaign') }}
        actions={newButton}
      />
      {campaign ? (
        <Counts campaignId={campaignId} campaign={campaign} may={may} newButton={newButton} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
      {isAsking && campaign && (
        <CountDialog campaignId={campaignId} campaign={campaign} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

type CountsProps = { campaignId: string; campaign: CampaignDetail; may: boolean; newButton: React.ReactNode }

function Counts({ campaignId, campaign, may, newButton }: CountsProps) {
  const [applied, setApplied] = useState<KeywordCount | null>(null)
  const pending = usePendingCounts(campaignId)
  return (
    <Stack gap="md">
      <PendingCard counts={pending} />
      <CountsTable
        campaignId={campaignId}
        may={may}
        isPending={pending.length > 0}
        onApply={setApplied}
        newButton={newButton}
      />
      {applied && (
        <ApplyDialog campaignId={campaignId} campaign={campaign} count={applied} onClose={() => setApplied(null)} />
      )}
    </Stack>
  )
}
