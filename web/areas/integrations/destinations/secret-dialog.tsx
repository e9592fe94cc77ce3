import { useT } from '../../../i18n/texts.tsx'
import { ShowOnceDialog } from '../../../shells/show-once-dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'

/** Shows a webhook's signing secret. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useT()
  return (
    <ShowOnceDialog
      opened={secret !== null}
      onClose={onClose}
      title={t('Copy the signing secret now')}
      confirmLabel={t('I’ve saved it')}
    >
      <p>{t('Use it to verify our webhooks. You won’t see it again.')}</p>
      <CopyField label={t('Signing secret')} value={secret ?? ''} />
    </ShowOnceDialog>
  )
}
