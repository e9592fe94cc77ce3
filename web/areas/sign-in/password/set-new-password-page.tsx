import { useEffect, useState } from 'react'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { sendJson } from '../../../api/request.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { TEMPORARY_PASSWORD_HASH } from '../own-password.ts'
import { PasswordField, PlainLink, PublicForm, SuccessMessage } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'
import { newPasswordErrors } from './new-password-errors.ts'
import { isLinkRejected, UncheckedLinkForm } from './unchecked-link-form.tsx'

type Link = { token: string; email: string }

const verify = async (link: Link): Promise<string | null> => {
  const answer = await sendJson<{ valid: boolean; reason: string | null }>({
    method: 'POST',
    path: '/verify-reset-token',
    body: link,
    sealed: true,
  })
  return answer.valid ? null : (answer.reason ?? 'invalid')
}

/** Whether the link is valid, or why that is not known. If it is invalid, another page says why (R018). */
async function checkLink(link: Link): Promise<boolean | CallFailure> {
  const reason = await verify(link).catch((error: unknown) => {
    const failure = asFailure(error)
    return isLinkRejected(failure) ? 'invalid' : failure
  })
  if (reason === null || reason instanceof CallFailure) return reason ?? true
  location.replace(`/reset-password-invalid?reason=${encodeURIComponent(reason)}`)
  return false
}

/** Checks the link before the user types anything. */
function useVerified({ token, email }: Link): { outcome: boolean | CallFailure; retry: () => Promise<void> } {
  const [outcome, setOutcome] = useState<boolean | CallFailure>(false)
  useEffect(() => void checkLink({ token, email }).then(setOutcome), [token, email])
  return { outcome, retry: () => checkLink({ token, email }).then(setOutcome) }
}

export function SetNewPasswordPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const link = { token: params['token'] ?? '', email: new URLSearchParams(location.search).get('email') ?? '' }
  const { outcome, retry } = useVerified(link)
  const [message, setMessage] = useState<string>()
  const isGiven = location.hash === TEMPORARY_PASSWORD_HASH
  return (
    <PublicFrame
      brand={brand()}
      title={isGiven ? t('Choose your own password') : t('Set a new password')}
      lead={message ? undefined : <Lead email={link.email} isGiven={isGiven} />}
      extent="public"
    >
      {message ? (
        <>
          <SuccessMessage>{t(message)}</SuccessMessage>
          <PlainLink href="/login" strong>
            {t('Sign in')}
          </PlainLink>
        </>
      ) : outcome instanceof CallFailure ? (
        <UncheckedLinkForm failure={outcome} onRetry={retry} />
      ) : (
        outcome && <NewPasswordForm link={link} onDone={setMessage} />
      )}
    </PublicFrame>
  )
}

function Lead({ email, isGiven }: { email: string; isGiven: boolean }) {
  const t = useT()
  return (
    <>
      {isGiven && <>{t('Someone else set your current password and knows it.')} </>}
      <bdi>{email}</bdi>
    </>
  )
}

function NewPasswordForm({ link, onDone }: { link: Link; onDone: (message: string) => void }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ password?: string; again?: string; form?: string }>({})
  const submit = async (): Promise<string | null> => {
    const problems = newPasswordErrors(t, password, again, [link.email, brand().name])
    setErrors(problems)
    if (problems.password || problems.again) return problems.password ? 'password' : 'again'
    setBusy(true)
    try {
      const body = { ...link, newPassword: password }
      onDone(
        (await sendOpen<{ message: string }>({ method: 'POST', path: '/set-new-password', body, sealed: true }))
          .message,
      )
      return null
    } catch (error) {
      const failure = asFailure(error)
      const { newPassword } = failure.fields
      setErrors(newPassword ? { password: newPassword } : { form: failure.message })
      setBusy(false)
      return 'password'
    }
  }
  return (
    <PublicForm
      error={errors.form}
      busy={busy}
      submitLabel={t('Save password')}
      busyLabel={t('Saving…')}
      onSubmit={submit}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={link.email} readOnly />
      <PasswordField
        id="password"
        label={t('New password')}
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(value) => {
          setPassword(value)
          setErrors({})
        }}
        error={errors.password}
        hint={t('At least 12 characters. A few words together are easy to remember and hard to guess.')}
      />
      <PasswordField
        id="again"
        label={t('New password again')}
        autoComplete="new-password"
        value={again}
        onChange={(value) => {
          setAgain(value)
          setErrors(({ password: problem }) => (problem === undefined ? {} : { password: problem }))
        }}
        error={errors.again}
      />
    </PublicForm>
  )
}
