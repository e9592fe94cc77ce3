import { useBlocker } from '@tanstack/react-router'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'

/** Asks before changes are lost, on links inside the application and on leaving the page alike. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useT()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('Leave without saving?')}
      confirmLabel={t('Discard changes')}
      danger
      onConfirm={() => proceed?.()}
      submitting={false}
      submitError={null}
    >
      {t('What you changed on this page is not saved yet.')}
    </ConfirmDialog>
  )
}
