import { listDestinations, removeWebhook, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

export function RemoveWebhookDialog({ destination, onClose }: { destination: DestinationRow; onClose: () => void }) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Remove this webhook?')}
      confirmLabel={t('Remove webhook')}
      operation={removeWebhook}
      input={{ body: { destination_id: destination.id } }}
      invalidates={[listDestinations]}
      say={() => notifyDone(t('Deleted!'))}
      onClose={onClose}
    >
      <p>
        <Bdi>{destination.url}</Bdi>
      </p>
      <p>{t('What still waits for it is not sent any more. Its log stays. To pause it, switch it off instead.')}</p>
    </ConfirmAction>
  )
}
