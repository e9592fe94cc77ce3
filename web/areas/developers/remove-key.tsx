import { notifications } from '@mantine/notifications'
import { readCredentials, removeCredential } from '#contract/developers/credentials.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'

export function RemoveKey({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const { mutate, isPending, error } = useAction(removeCredential, {
    invalidates: [readCredentials],
    onDone: ({ message }) => {
      notifications.show({ message: t(message), color: 'green' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Remove this key?')}
      confirmLabel={t('Remove key')}
      danger
      onConfirm={() => mutate({ params: { companyId: me.companyId, clientId } })}
      submitting={isPending}
      submitError={error}
    >
      <p>{t('Software that uses {id} is refused from now on. This cannot be undone.', { id: isolate(clientId) })}</p>
    </ConfirmDialog>
  )
}
