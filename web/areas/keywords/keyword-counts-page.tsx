import { Button, Skeleton, Stack, Progress } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { type KeywordCount, listCampaignCounts, pollEvery_ms, readCampaignCounts } from '#contract/keywords/counts.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { CountDialog } from './count-dialog.tsx'
import { CountsTable } from './counts-table.tsx'
import styles from './keywords.module.css'
import { keywordLine } from './words.ts'

/** How many people searched for a campaign's keywords (S073). */
export function KeywordCountsPage() {
  const t = useT()
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
  const [countToApply, setCountToApply] = useState<KeywordCount | null>(null)
  const pending = usePendingCounts(campaignId)
  return (
    <Stack gap="md">
      <PendingCard counts={pending} />
      <CountsTable
        campaignId={campaignId}
        may={may}
        isPending={pending.length > 0}
        onApply={setCountToApply}
        newButton={newButton}
      />
      {countToApply && (
        <ApplyDialog
          campaignId={campaignId}
          campaign={campaign}
          count={countToApply}
          onClose={() => setCountToApply(null)}
        />
      )}
    </Stack>
  )
}

/** Counts in progress, each with its position in the agency's queue (R211). */
function PendingCard({ counts }: { counts: readonly KeywordCount[] }) {
  const t = useT()
  const format = useFormat()
  if (counts.length === 0) return null
  return (
    <TitledCard title={t('In progress')}>
      <p className={styles.about} role="status">
        {t(
          'Our servers are experiencing heavy usage at this time. Your results may be delayed by more than one hour. You will receive an email when the process is complete.',
        )}
      </p>
      <ul className={styles.lines}>
        {counts.map((count) => (
          <li key={count.id}>
            <div className={styles.line}>
              <bdi className={styles.keywords}>{keywordLine(count.keyword)}</bdi>
              <span className={styles.muted}>
                {count.queue_place === 1 || count.queue_place === null
                  ? t('Next in queue')
                  : t('Place {place} in the queue', { place: format.number(count.queue_place) })}
              </span>
            </div>
            <Progress value={count.progress} aria-label={keywordLine(count.keyword)} />
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

/** A campaign's counts in progress. While there are any, polls for them and refreshes the history. */
function usePendingCounts(campaignId: string): readonly KeywordCount[] {
  const client = useQueryClient()
  const [isWatching, setIsWatching] = useState(false)
  const answer = useCall(
    readCampaignCounts,
    { params: { id: campaignId } },
    { refetchEvery_ms: isWatching ? pollEvery_ms : false, alwaysFresh: true },
  )
  const pending = answer.data?.data.pending ?? []
  if (pending.length > 0 !== isWatching) setIsWatching(pending.length > 0)
  const ids = pending.map(({ id }) => id).join()
  useEffect(() => void client.invalidateQueries({ queryKey: [listCampaignCounts.name] }), [client, ids])
  return pending
}
