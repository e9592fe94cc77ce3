import { endUserSessions } from '#contract/sign-in/end-user-sessions.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

type SignOutDialogProps = { person: { id: string; name: string; email: string }; onClose: () => void }

/** Ends every session of somebody below: a lost telephone, or somebody who should not be in any more. */
export function SignOutDialog({ person, onClose }: SignOutDialogProps) {
  const t = useT()
  const action = useAction(endUserSessions, {
    invalidates: [],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Sign this person out everywhere?')}
      confirmLabel={t('Sign out everywhere')}
      danger
      submitting={action.isPending}
      submitError={action.error}
      onConfirm={() => action.mutate({ params: { id: person.id }, body: {} })}
    >
      <p>
        <Bdi>{person.name}</Bdi> (<Bdi>{person.email}</Bdi>)
      </p>
      <p>{t('All their sessions end at once, and a mail tells them. They can sign in again.')}</p>
    </ConfirmDialog>
  )
}
