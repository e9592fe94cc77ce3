import { Button, Group, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listDestinations, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { Section } from '../section.tsx'
import { AddWebhookDialog } from './add-webhook-dialog.tsx'
import { DestinationLine } from './destination-line.tsx'
import styles from './destinations.module.css'
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { TestLeadButton, TestLeadResult, useTestLead } from './test-lead-button.tsx'

/** A destination heals or fails while it is looked at. */
const refresh_ms = 10_000

/** Where the campaign's leads are sent, and how each place fares. */
export function DestinationsSection({ campaignId }: { campaignId: string }) {
  const t = useT()
  const me = useMe()
  const mayChange = me.may('campaign.update')
  const test = useTestLead()
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [toRemove, setToRemove] = useState<DestinationRow | null>(null)
  const list = useCall(listDestinations, { params: { id: campaignId } }, { refetchEvery_ms: refresh_ms })
  const rows = list.data?.data
  return (
    <Section
      id="destinations"
      title={t('Destinations')}
      description={t('New leads are sent here. Failed deliveries are retried and kept.')}
      action={
        <Group gap="xs">
          <TestLeadButton campaignId={campaignId} test={test} />
          {mayChange && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} stroke={2} />}
              onClick={() => setIsAdding(true)}
            >
              {t('Add webhook')}
            </Button>
          )}
        </Group>
      }
    >
      <TestLeadResult test={test} />
      {rows === undefined ? (
        list.error ? (
          <FailureNote failure={list.error} onRetry={list.refetch} />
        ) : (
          <Skeleton height={56} radius="md" />
        )
      ) : rows.length === 0 ? (
        <p className={styles.empty}>
          {t('Leads are not sent anywhere yet: add a webhook, or report recipients to the campaign.')}
        </p>
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <DestinationLine key={row.id} destination={row} mayChange={mayChange} onRemove={() => setToRemove(row)} />
          ))}
        </ul>
      )}
      <AddWebhookDialog
        campaignId={campaignId}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(made) => {
          setIsAdding(false)
          setSecret(made)
        }}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      {toRemove && <RemoveWebhookDialog destination={toRemove} onClose={() => setToRemove(null)} />}
    </Section>
  )
}
