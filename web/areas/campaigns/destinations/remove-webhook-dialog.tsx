import { listDestinations, removeWebhook, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

export function RemoveWebhookDialog({
  destination,
  onClose,
}: {
  destination: DestinationRow | null
  onClose: () => void
}) {
  const t = useT()
  const removal = useAction(removeWebhook, {
    invalidates: [listDestinations],
    onDone: () => {
      notifyDone(t('Deleted!'))
      onClose()
    },
  })
  const close = (): void => {
    removal.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={destination !== null}
      onClose={close}
      title={t('Remove this webhook?')}
      confirmLabel={t('Remove webhook')}
      danger
      submitting={removal.isPending}
      submitError={removal.error}
      onConfirm={() => destination && removal.mutate({ body: { destination_id: destination.id } })}
    >
      <p>
        <Bdi>{destination?.url}</Bdi>
      </p>
      <p>{t('What still waits for it is not sent any more. Its log stays. To pause it, switch it off instead.')}</p>
    </ConfirmDialog>
  )
}
