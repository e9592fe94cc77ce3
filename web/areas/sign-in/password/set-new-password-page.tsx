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
  const reason = await verify(link).catch((thrown: unknown) => {
    const failure = asFailure(thrown)
    return isLinkRejected(failure) ? 'invalid' : failure
  })
  if (reason === null || reason instanceof CallFailure) return reason ?? true
  location.replace(`/reset-password-invalid?reason=${encodeURIComponent(reason)}`)
  return false
}

/** Checks the link before the user types anything. */
function useVerified({ token, email }: Link): { verified: boolean | CallFailure; retry: () => Promise<void> } {
  const [verified, setVerified] = useState<boolean | CallFailure>(false)
  useEffect(() => void checkLink({ token, email }).then(setVerified), [token, email])
  return { verified, retry: () => checkLink({ token, email }).then(setVerified) }
}

export function SetNewPasswordPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const link = { token: params['token'] ?? '', email: new URLSearchParams(location.search).get('email') ?? '' }
  const { verified, retry } = useVerified(link)
  const [done, setDone] = useState<string>()
  const isGiven = location.hash === TEMPORARY_PASSWORD_HASH
  return (
    <PublicFrame
      brand={brand()}
      title={isGiven ? t('Choose your own password') : t('Set a new password')}
      lead={done ? undefined : <Lead email={link.email} isGiven={isGiven} />}
      extent="public"
    >
      {done ? (
        <>
          <SuccessMessage>{t(done)}</SuccessMessage>
          <PlainLink href="/login" strong>
            {t('Sign in')}
          </PlainLink>
        </>
      ) : verified instanceof CallFailure ? (
        <UncheckedLinkForm failure={verified} onRetry={retry} />
      ) : (
        verified && <NewPasswordForm link={link} onDone={setDone} />
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
    const wrong = newPasswordErrors(t, password, again, [link.email, brand().name])
    setErrors(wrong)
    if (wrong.password || wrong.again) return wrong.password ? 'password' : 'again'
    setBusy(true)
    try {
      const body = { ...link, newPassword: password }
      onDone(
        (await sendOpen<{ message: string }>({ method: 'POST', path: '/set-new-password', body, sealed: true }))
          .message,
      )
      return null
    } catch (thrown) {
      const failure = asFailure(thrown)
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
          setErrors(({ password: wrong }) => (wrong === undefined ? {} : { password: wrong }))
        }}
        error={errors.again}
      />
    </PublicForm>
  )
}
