import { Button, Group, Skeleton } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  listDestinations,
  type DestinationRow,
  createWebhook,
  updateDestination,
} from '#contract/integrations/destinations.ts'
import { useCall, useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { Section } from '../../../shells/section.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { ServiceDialog, type EditedService } from '../connections/service-dialog.tsx'
import { DestinationLine } from './destination-line.tsx'
import styles from './destinations.module.css'
import { RemoveDestinationDialog } from './remove-destination-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { TestLeadButton, TestLeadResult, useTestLead } from './test-lead-button.tsx'
import { addressProblem, WebhookAddress } from './webhook-address.tsx'
import { mayCall } from '../../../session/may-call.ts'
import { sendTestLead } from '#contract/leads/test-lead.ts'
import { saveCampaignIntegration } from '#contract/integrations/connections.ts'

/** Polls, because a destination may recover or fail while the page is open. */
const refresh_ms = 10_000

/** Destinations of the campaign's leads, with their status. */
export function DestinationsSection({ campaignId, companyId }: { campaignId: string; companyId: string }) {
  const t = useT()
  const me = useMe()
  const mayChange = me.may('campaign.update') && mayCall(me, updateDestination)
  const test = useTestLead()
  const [isAdding, setIsAdding] = useState(false)
  // Only a client and the owner of its agency may use integrations (OQ-02).
  const mayConnect =
    (me.kind === 'client' || me.kind === 'agencyOwner') &&
    me.viewEndsAt === null &&
    mayCall(me, saveCampaignIntegration)
  const [service, setService] = useState<EditedService | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [toRemove, setToRemove] = useState<DestinationRow | null>(null)
  const [toEdit, setToEdit] = useState<DestinationRow | null>(null)
  const list = useCall(listDestinations, { params: { id: campaignId } }, { refetchEvery_ms: refresh_ms })
  const rows = list.data?.data
  return (
    <Section
      title={t('Destinations')}
      description={t('New leads are sent here. Failed deliveries are retried and kept.')}
      action={
        <Group gap="xs">
          {mayCall(me, sendTestLead) && <TestLeadButton campaignId={campaignId} test={test} />}
          {mayConnect && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlugConnected size={15} stroke={2} />}
              onClick={() => setService('new')}
            >
              {t('Send to a service')}
            </Button>
          )}
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
      {list.error && !rows ? (
        <FailureNote failure={list.error} onRetry={list.refetch} />
      ) : rows === undefined ? (
        <Skeleton height={56} radius="md" />
      ) : rows.length === 0 ? (
        <p className={styles.empty}>{t('Leads aren’t sent anywhere yet. Add a webhook or report recipients.')}</p>
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <DestinationLine
              key={row.id}
              destination={row}
              mayChange={mayChange}
              onRemove={() => setToRemove(row)}
              onEdit={mayConnect ? setService : null}
              onEditWebhook={me.viewEndsAt === null ? () => setToEdit(row) : null}
            />
          ))}
        </ul>
      )}
      <AddWebhookDialog
        campaignId={campaignId}
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(newSecret) => {
          setIsAdding(false)
          setSecret(newSecret)
        }}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <ServiceDialog
        campaignId={campaignId}
        companyId={companyId}
        opened={service !== null}
        service={service === 'new' ? null : service}
        onClose={() => setService(null)}
      />
      {toEdit && <EditWebhookDialog destination={toEdit} onClose={() => setToEdit(null)} />}
      {toRemove && <RemoveDestinationDialog destination={toRemove} onClose={() => setToRemove(null)} />}
    </Section>
  )
}

type AddWebhookDialogProps = {
  campaignId: string
  opened: boolean
  onClose: () => void
  onAdded: (secret: string) => void
}

function AddWebhookDialog({ campaignId, opened, onClose, onAdded }: AddWebhookDialogProps) {
  const t = useT()
  const create = useAction(createWebhook, { invalidates: [listDestinations] })
  const server = useServerForm({
    initialValues: { url: '' },
    validate: { url: addressProblem(t) },
    send: ({ url }) => create.mutateAsync({ body: { campaignId, url } }),
    onDone: ({ data }) => {
      server.reset()
      onAdded(data.secret)
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Add webhook')}
      description={t('Each new lead is sent to this URL as JSON, signed with a secret shown once.')}
      form={server}
      submitLabel={t('Add webhook')}
    >
      <WebhookAddress form={server.form} />
    </FormDialog>
  )
}

type EditWebhookDialogProps = { destination: DestinationRow; onClose: () => void }

/** Changes a webhook's URL, for example when its receiver has moved. */
function EditWebhookDialog({ destination, onClose }: EditWebhookDialogProps) {
  const t = useT()
  const update = useAction(updateDestination, { invalidates: [listDestinations, ...inboxReads] })
  const server = useServerForm({
    initialValues: { url: destination.url ?? '' },
    validate: { url: addressProblem(t) },
    send: ({ url }) => update.mutateAsync({ body: { destination_id: destination.id, url } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Edit webhook')}
      description={t('Its signing secret stays the same, and leads that wait are sent to the new address at once.')}
      form={server}
      submitLabel={t('Save webhook')}
    >
      <WebhookAddress form={server.form} />
    </FormDialog>
  )
}
