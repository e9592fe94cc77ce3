import { Button } from '@mantine/core'
import { useT } from '../../i18n/texts.tsx'
import { CopyField } from '../../shells/copy-field.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import styles from './developers.module.css'
import type { Shown } from './show-key.tsx'

/** Neither Escape nor a click beside it takes the secret away before somebody says that it is kept. */
export function SecretDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Your key')}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={styles.stack}>
        <CopyField label={t('Client ID')} value={shown.client_id} />
        <CopyField
          label={t('Secret key')}
          description={t('Keep it on your servers, never in pages or apps. To see it again you need your password.')}
          value={shown.secret_key}
        />
      </div>
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          {t('I have kept it')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
