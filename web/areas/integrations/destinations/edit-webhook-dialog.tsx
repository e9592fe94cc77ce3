import { listDestinations, updateDestination, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { addressProblem, WebhookAddress } from './webhook-address.tsx'

type EditWebhookDialogProps = { destination: DestinationRow; onClose: () => void }

/** Changes a webhook's URL, for example when its receiver has moved. */
export function EditWebhookDialog({ destination, onClose }: EditWebhookDialogProps) {
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
