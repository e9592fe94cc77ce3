import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import {
  listEventWebhooks,
  maxEndpoints,
  removeEventWebhook,
  rotateEventSecret,
  type EventEndpoint,
} from '#contract/developers/event-webhooks.ts'
import { useCall, useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Card } from '../../../ui/card.tsx'
import { SecretDialog } from '../../integrations/destinations/secret-dialog.tsx'
import { MessagesDialog } from './messages-dialog.tsx'
import type { Open } from './open.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** Webhooks that notify an agency's own software of events (decision 64). */
export function WebhooksPage() {
  const t = useT()
  const list = useCall(listEventWebhooks, {}, { refetchEvery_ms: 10_000 })
  const [open, setOpen] = useState<Open | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ kind: 'form', endpoint: null })}>
      {t('Add webhook')}
    </Button>
  )
  const endpoints = list.data?.data
  const hasRoom = endpoints !== undefined && endpoints.length > 0 && endpoints.length < maxEndpoints
  return (
    <>
      <PageHeader
        title={t('Developer webhooks')}
        description={t('Send signed events to your own software, with retries.')}
        actions={hasRoom ? add : undefined}
      />
      {list.error && !list.data && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {list.isPending && <Skeleton height={160} />}
      {endpoints?.length === 0 && (
        <Card>
          <EmptyState
            title={t('No webhooks yet')}
            hint={t('Add a URL of your software and choose its events.')}
            icon={<IconWebhook size={22} stroke={1.6} />}
            action={add}
          />
        </Card>
      )}
      <ul className={styles.list}>
        {endpoints?.map((endpoint) => (
          <li key={endpoint.id}>
            <WebhookCard endpoint={endpoint} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      <Opened open={open} onOpen={setOpen} />
    </>
  )
}

function Opened({ open, onOpen }: { open: Open | null; onOpen: (open: Open | null) => void }) {
  const onClose = (): void => onOpen(null)
  const onSecret = (secret: string): void => onOpen({ kind: 'secret', secret })
  switch (open?.kind) {
    case 'form':
      return <WebhookForm endpoint={open.endpoint} onSecret={onSecret} onClose={onClose} />
    case 'secret':
      return <SecretDialog secret={open.secret} onClose={onClose} />
    case 'newSecret':
      return <NewSecretDialog endpoint={open.endpoint} onSecret={onSecret} onClose={onClose} />
    case 'remove':
      return <RemoveWebhookDialog endpoint={open.endpoint} onClose={onClose} />
    case 'messages':
      return <MessagesDialog endpoint={open.endpoint} onClose={onClose} />
    default:
      return null
  }
}

type NewSecretDialogProps = { endpoint: EventEndpoint; onSecret: (secret: string) => void; onClose: () => void }

function NewSecretDialog({ endpoint, onSecret, onClose }: NewSecretDialogProps) {
  const t = useT()
  const rotate = useAction(rotateEventSecret, {
    invalidates: [listEventWebhooks],
    onDone: ({ secret }) => onSecret(secret),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Generate a new signing secret?')}
      confirmLabel={t('Generate new secret')}
      danger={false}
      submitting={rotate.isPending}
      submitError={rotate.error}
      onConfirm={() => rotate.mutate({ params: { id: endpoint.id } })}
    >
      <p>{t('Messages are also signed with the old secret for 24 hours, so you can switch over.')}</p>
    </ConfirmDialog>
  )
}

function RemoveWebhookDialog({ endpoint, onClose }: { endpoint: EventEndpoint; onClose: () => void }) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Remove this webhook?')}
      confirmLabel={t('Remove webhook')}
      operation={removeEventWebhook}
      input={{ params: { id: endpoint.id } }}
      invalidates={[listEventWebhooks]}
      say={() => notifyDone(t('The webhook has been removed.'))}
      onClose={onClose}
    >
      <p>{t('{url} gets no more events, including those that are waiting.', { url: isolate(endpoint.url) })}</p>
    </ConfirmAction>
  )
}
