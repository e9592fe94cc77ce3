import { useEffect, useState } from 'react'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { sendJson } from '../../../api/request.ts'
import { storeTokens } from '../../../api/tokens.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { TEMPORARY_PASSWORD_HASH } from '../own-password.ts'
import { PasswordField, PlainLink, PublicForm, SuccessMessage } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'
import { sendLogin } from '../send-login.ts'
import { newPasswordErrors } from './new-password-errors.ts'
import { isLinkRejected, UncheckedLinkForm } from './unchecked-link-form.tsx'

type Link = { token: string; email: string }

type Verified = { valid: boolean; reason: string | null; is_invitation: boolean }

const verify = (link: Link): Promise<Verified> =>
  sendJson<Verified>({ method: 'POST', path: '/verify-reset-token', body: link, sealed: true })

/** What a valid link is for, or why that is not known. If it is invalid, another page says why (R018). */
type Outcome = 'waiting' | 'reset' | 'invitation' | CallFailure

async function checkLink(link: Link): Promise<Outcome> {
  const answer = await verify(link).catch((error: unknown) => {
    const failure = asFailure(error)
    return isLinkRejected(failure) ? null : failure
  })
  if (answer instanceof CallFailure) return answer
  if (answer?.valid) return answer.is_invitation ? 'invitation' : 'reset'
  location.replace(`/reset-password-invalid?reason=${encodeURIComponent(answer?.reason ?? 'invalid')}`)
  return 'waiting'
}

/**
 * Signs an invited person in with the password that they just chose. Where that takes more than a password, or fails, they
 * sign in on the usual page.
 */
async function enter(link: Link, password: string): Promise<void> {
  const answer = await sendLogin(link.email, password).catch(() => null)
  if (answer === null || !('access_token' in answer)) return
  storeTokens(answer)
  location.replace('/')
}

/** Checks the link before the user types anything. */
function useVerified({ token, email }: Link): { outcome: Outcome; retry: () => Promise<void> } {
  const [outcome, setOutcome] = useState<Outcome>('waiting')
  useEffect(() => void checkLink({ token, email }).then(setOutcome), [token, email])
  return { outcome, retry: () => checkLink({ token, email }).then(setOutcome) }
}

export function SetNewPasswordPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const link = { token: params['token'] ?? '', email: new URLSearchParams(location.search).get('email') ?? '' }
  const { outcome, retry } = useVerified(link)
  const [message, setMessage] = useState<string>()
  const isGiven = location.hash === TEMPORARY_PASSWORD_HASH
  const finish = async (done: string, password: string): Promise<void> => {
    if (outcome === 'invitation') await enter(link, password)
    setMessage(done)
  }
  return (
    <PublicFrame
      brand={brand()}
      title={titleOf(t, outcome, isGiven)}
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
        outcome !== 'waiting' && <NewPasswordForm link={link} onDone={finish} />
      )}
    </PublicFrame>
  )
}

function titleOf(t: Translate, outcome: Outcome, isGiven: boolean): string {
  if (outcome === 'invitation') return t('Welcome to {brand}', { brand: brand().name })
  return isGiven ? t('Choose your own password') : t('Set a new password')
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

function NewPasswordForm({
  link,
  onDone,
}: {
  link: Link
  onDone: (message: string, password: string) => Promise<void>
}) {
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
      const answer = await sendOpen<{ message: string }>({
        method: 'POST',
        path: '/set-new-password',
        body,
        sealed: true,
      })
      await onDone(answer.message, password)
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
