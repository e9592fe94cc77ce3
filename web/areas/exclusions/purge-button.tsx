import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { MessageDialog } from '../../shells/message-dialog.tsx'
import { usePurge, type Purged } from './use-list-actions.ts'
import type { ListTarget } from './use-list.ts'

/** Empties the list after confirmation (R257), then shows the server's response (R258). */
export function PurgeButton({ target }: { target: ListTarget }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<Purged | null>(null)
  const purge = usePurge(target, (response) => {
    setAsking(false)
    setAnswer(response)
  })
  const close = (): void => {
    setAnswer(null)
    purge.reset()
  }
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
        {t('Purge list')}
      </Button>
      <ConfirmDialog
        opened={isAsking && !purge.error}
        onClose={() => setAsking(false)}
        title={t('Are you sure you want to purge existing records?')}
        confirmLabel={t('Purge list')}
        danger
        onConfirm={() => purge.run()}
        submitting={purge.isPending}
        submitError={null}
      >
        {t('Every address is removed from this list. You can undo this for 24 hours.')}
      </ConfirmDialog>
      {purge.error && (
        <Dialog
          opened
          onClose={() => {
            setAsking(false)
            close()
          }}
          title={t('There was an error processing your request.')}
          size="sm"
        >
          <p role="alert">{purge.error.message}</p>
        </Dialog>
      )}
      {answer?.result === 'success' && (
        <MessageDialog title={t(answer.title)} message={t(answer.msg)} onClose={close} />
      )}
      {answer?.result === 'failed' && (
        <Dialog opened onClose={close} title={t(answer.title)} size="sm">
          <p role="alert">{t(answer.msg)}</p>
        </Dialog>
      )}
    </>
  )
}
