import { listDestinations, removeWebhook, type DestinationRow } from '#contract/integrations/destinations.ts'
import { saveCampaignIntegration } from '#contract/integrations/connections.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { notifyDone, notifyAndClose } from '../../../shells/notify.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'

export function RemoveDestinationDialog({
  destination,
  onClose,
}: {
  destination: DestinationRow | null
  onClose: () => void
}) {
  const t = useT()
  const removal = useAction(removeWebhook, {
    invalidates: [listDestinations, ...inboxReads],
    onDone: () => {
      notifyDone(t('Deleted!'))
      onClose()
    },
  })
  const isService = destination !== null && destination.kind !== 'webhook' && destination.kind !== 'email'
  const removeService = useAction(saveCampaignIntegration, {
    invalidates: [listDestinations, ...inboxReads],
    onDone: notifyAndClose(onClose),
  })
  const close = (): void => {
    removal.reset()
    removeService.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={destination !== null}
      onClose={close}
      title={isService ? t('Stop sending leads there?') : t('Remove this webhook?')}
      confirmLabel={isService ? t('Stop sending') : t('Remove webhook')}
      danger
      submitting={removal.isPending || removeService.isPending}
      submitError={removal.error ?? removeService.error}
      onConfirm={() => {
        if (!destination) return
        const { kind, id, campaignId, integration_id } = destination
        if (kind === 'webhook' || kind === 'email') removal.mutate({ body: { destination_id: id } })
        else
          removeService.mutate({
            body: {
              campaignId,
              integration_slug: kind,
              ...(integration_id !== null && { integration_id }),
              enable: false,
            },
          })
      }}
    >
      <p>
        <Bdi>{destination?.url ?? destination?.account}</Bdi>
      </p>
      <p>{t('Pending deliveries are not sent. Its log stays. To pause it, turn it off instead.')}</p>
    </ConfirmDialog>
  )
}
