import { Button, Modal } from '@mantine/core'
import { useT } from '../i18n/texts.tsx'
import { DialogFooter } from '../shells/dialog-footer.tsx'
import { useShellRemoved } from '../start/remove-shell.ts'

/** Tells the user that the session has ended; the only way on is to sign in again (OQ-10). */
export function SessionEndedDialog({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  useShellRemoved()
  return (
    <Modal opened onClose={onLeave} title={t('Session Ended')} size="sm" withCloseButton={false}>
      <p>{t('Your session has ended. Please log in again to continue.')}</p>
      <DialogFooter>
        <Button onClick={onLeave} data-autofocus>
          {t('Log in')}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
