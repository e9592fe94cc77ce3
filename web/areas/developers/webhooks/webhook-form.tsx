import { Checkbox, TextInput } from '@mantine/core'
import {
  changeEventWebhook,
  createEventWebhook,
  eventTypes,
  listEventWebhooks,
  type EventEndpoint,
  type EventType,
} from '#contract/developers/event-webhooks.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import styles from './webhooks.module.css'
import { eventTexts } from './words.ts'

type WebhookFormProps = {
  /** Null for a new webhook. */
  endpoint: EventEndpoint | null
  onSecret: (secret: string) => void
  onClose: () => void
}

/** A webhook's URL and events. Creating one returns its secret, which is shown next. */
export function WebhookForm({ endpoint, onSecret, onClose }: WebhookFormProps) {
  const t = useT()
  const create = useAction(createEventWebhook, { invalidates: [listEventWebhooks] })
  const change = useAction(changeEventWebhook, { invalidates: [listEventWebhooks] })
  const form = useServerForm({
    initialValues: { url: endpoint?.url ?? '', events: [...(endpoint?.events ?? ['lead.created'])] as string[] },
    validate: {
      url: (value: string) => (value.trim() === '' ? t('This field is required.') : null),
      events: (value: string[]) => (value.length === 0 ? t('Select at least {n}.', { n: 1 }) : null),
    },
    send: async ({ url, events }) => {
      const body = { url: url.trim(), events: events as EventType[] }
      if (endpoint) await change.mutateAsync({ params: { id: endpoint.id }, body })
      return endpoint ? null : (await create.mutateAsync({ body })).secret
    },
    onDone: (secret) => {
      if (secret !== null) return onSecret(secret)
      notifyDone(t('Your settings have been saved.'))
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={endpoint ? t('Edit webhook') : t('Add webhook')}
      form={form}
      submitLabel={endpoint ? t('Save webhook') : t('Add webhook')}
    >
      <div data-wide className={styles.fields}>
        <TextInput
          label={t('Address')}
          description={t('A public https URL that responds with a 2xx status.')}
          placeholder="https://"
          dir="ltr"
          data-autofocus
          {...form.form.getInputProps('url')}
        />
        <Checkbox.Group label={t('Events')} {...form.form.getInputProps('events')}>
          <div className={styles.events}>
            {eventTypes.map((event) => (
              <Checkbox key={event} value={event} label={t(eventTexts[event])} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </FormDialog>
  )
}
