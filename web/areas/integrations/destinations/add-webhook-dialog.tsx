import { createWebhook, listDestinations } from '#contract/integrations/destinations.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { addressProblem, WebhookAddress } from './webhook-address.tsx'

type AddWebhookDialogProps = {
  campaignId: string
  opened: boolean
  onClose: () => void
  onAdded: (secret: string) => void
}

export function AddWebhookDialog({ campaignId, opened, onClose, onAdded }: AddWebhookDialogProps) {
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
