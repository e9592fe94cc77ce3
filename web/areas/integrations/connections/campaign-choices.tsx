import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageLinks } from '../../../shells/page-links.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { RemoveDestinationDialog } from '../destinations/remove-destination-dialog.tsx'
import type { Account } from './account.ts'
import styles from './connections.module.css'
import { ServiceDialog } from './service-dialog.tsx'
import { mayCall } from '../../../session/may-call.ts'
import { saveCampaignIntegration } from '#contract/integrations/connections.ts'

/** Each line reads its campaign's destinations. */
const perPage = 25

/** The client's campaigns that send leads to a service, with what each has chosen there. */
export function CampaignChoices({ account }: { account: Account }) {
  const t = useT()
  const me = useMe()
  const [page, setPage] = useState(1)
  const params = {
    group: 'all',
    type: 'all',
    companyId: me.companyId,
    clientId: account.companyId,
    sort: 'all',
    order: 'all',
    search: 'all',
  } as const
  const list = useCall(
    listCampaigns,
    { params, query: { page, perPage, campaignStatus: 'all' } },
    { keepPrevious: true },
  )
  const campaigns = list.data?.data
  return (
    <TitledCard title={t('Campaigns')}>
      {list.error && !campaigns && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {!list.error && !campaigns && <Skeleton height={48} radius="md" />}
      {list.data?.total === 0 && <p className={styles.note}>{t('No campaigns yet')}</p>}
      <ul className={styles.campaigns}>
        {campaigns?.map((campaign) => (
          <CampaignLine
            key={campaign.campaignId}
            account={account}
            campaignId={campaign.campaignId}
            name={campaign.campaignName}
          />
        ))}
      </ul>
      <PageLinks page={page} lastPage={list.data?.last_page ?? 1} onPage={setPage} />
    </TitledCard>
  )
}

function CampaignLine({ account, campaignId, name }: { account: Account; campaignId: string; name: string }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const [stops, setStops] = useState(false)
  const mayManage = mayCall(useMe(), saveCampaignIntegration)
  const { slug, integrationId } = account
  const answer = useCall(listDestinations, { params: { id: campaignId } })
  const destination = answer.data?.data.find((row) => row.kind === slug && row.integration_id === integrationId)
  const values = { name: isolate(name) }
  return (
    <li className={styles.campaign}>
      <span className={styles.campaignName}>
        <Bdi>{name}</Bdi>
      </span>
      {destination && (
        <StatusBadge tone={destination.status === 'ok' ? 'ok' : 'warn'}>
          {destination.status === 'ok'
            ? t('Working')
            : destination.status === 'failing'
              ? t('Failing')
              : t('Turned off')}
        </StatusBadge>
      )}
      {mayManage && (
        <Button
          variant="default"
          size="xs"
          disabled={!answer.data}
          onClick={() => setIsOpen(true)}
          aria-label={destination ? t('Edit what {name} sends', values) : t('Send leads of {name} here', values)}
        >
          {destination ? t('Edit') : t('Send leads here')}
        </Button>
      )}
      {destination && mayManage && (
        <Button
          variant="default"
          size="xs"
          onClick={() => setStops(true)}
          aria-label={t('Stop sending leads of {name}', values)}
        >
          {t('Stop sending')}
        </Button>
      )}
      {answer.error && !answer.data && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      <ServiceDialog
        campaignId={campaignId}
        companyId={account.companyId}
        opened={isOpen}
        service={{
          ...account,
          owner: destination?.owner ?? 'client',
          details: destination?.details ?? account.details,
        }}
        isNew={!destination}
        onClose={() => setIsOpen(false)}
      />
      <RemoveDestinationDialog destination={stops ? (destination ?? null) : null} onClose={() => setStops(false)} />
    </li>
  )
}
