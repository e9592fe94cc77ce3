import { useT } from '../../../i18n/texts.tsx'
import { ShowOnceDialog } from '../../../shells/show-once-dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'

type SecretDialogProps = { secret: string | null; about?: string; onClose: () => void }

/** Shows a signing secret: of our webhooks, unless `about` says who else signs with it. */
export function SecretDialog({ secret, about, onClose }: SecretDialogProps) {
  const t = useT()
  return (
    <ShowOnceDialog
      opened={secret !== null}
      onClose={onClose}
      title={t('Copy the signing secret now')}
      confirmLabel={t('I’ve saved it')}
    >
      <p>{about ?? t('Use it to verify our webhooks. You won’t see it again.')}</p>
      <CopyField label={t('Signing secret')} value={secret ?? ''} />
    </ShowOnceDialog>
  )
}
