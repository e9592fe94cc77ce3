import { endUserSessions } from '#contract/sign-in/end-user-sessions.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

type SignOutDialogProps = { person: { id: string; name: string; email: string }; onClose: () => void }

/** Ends every session of a managed user, for example after a lost phone or when their access must end. */
export function SignOutDialog({ person, onClose }: SignOutDialogProps) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Sign this person out everywhere?')}
      confirmLabel={t('Sign out everywhere')}
      operation={endUserSessions}
      input={{ params: { id: person.id }, body: {} }}
      invalidates={[]}
      onClose={onClose}
    >
      <p>
        <Bdi>{person.name}</Bdi> (<Bdi>{person.email}</Bdi>)
      </p>
      <p>{t('This ends all their sessions now and emails them. They can sign in again.')}</p>
    </ConfirmAction>
  )
}
