import {
  listEventWebhooks,
  removeEventWebhook,
  rotateEventSecret,
  type EventEndpoint,
} from '#contract/developers/event-webhooks.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

type NewSecretDialogProps = { endpoint: EventEndpoint; onSecret: (secret: string) => void; onClose: () => void }

export function NewSecretDialog({ endpoint, onSecret, onClose }: NewSecretDialogProps) {
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

export function RemoveWebhookDialog({ endpoint, onClose }: { endpoint: EventEndpoint; onClose: () => void }) {
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
