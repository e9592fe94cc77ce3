import { Button } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'

/** The secret is shown this once, so the dialog is closed by its button only, not by a stray click or key. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog
      opened={secret !== null}
      onClose={onClose}
      title={t('Copy the signing secret now')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>{t('Use it to verify our webhooks. You won’t see it again.')}</p>
      <CopyField label={t('Signing secret')} value={secret ?? ''} />
      <DialogFooter>
        <Button onClick={onClose}>{t('I’ve saved it')}</Button>
      </DialogFooter>
    </Dialog>
  )
}
