import { useEffect, useState } from 'react'
import { asFailure, CallFailure } from '../../../api/failure.ts'
import { sendJson } from '../../../api/request.ts'
import { storeTokens, type Tokens } from '../../../api/tokens.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { isLinkRejected, UncheckedLinkForm } from '../../sign-in/password/unchecked-link-form.tsx'
import { PasswordField, PlainLink, PublicForm } from '../../sign-in/public-form.tsx'
import { PublicFrame } from '../../sign-in/public-frame.tsx'

type Link = { valid: boolean; email: string | null }

const invalidLink: Link = { valid: false, email: null }

const checkLink = (token: string): Promise<Link | CallFailure> =>
  sendJson<Link>({ method: 'POST', path: '/register/verify', body: { token }, sealed: true }).catch(
    (error: unknown) => {
      const failure = asFailure(error)
      return isLinkRejected(failure) ? invalidLink : failure
    },
  )

/** Checks the link before the user types anything. */
function useLink(token: string): { outcome: Link | CallFailure | undefined; retry: () => Promise<void> } {
  const [outcome, setOutcome] = useState<Link | CallFailure>()
  useEffect(() => void checkLink(token).then(setOutcome), [token])
  return { outcome, retry: () => checkLink(token).then(setOutcome) }
}

/** The target of the link in the registration email: the password proves that the same person registered. */
export function ConfirmRegistrationPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const token = params['token'] ?? ''
  const { outcome, retry } = useLink(token)
  const failure = outcome instanceof CallFailure ? outcome : null
  const link = outcome instanceof CallFailure ? undefined : outcome
  if (link && !link.valid) {
    return (
      <PublicFrame
        brand={brand()}
        title={t('This link does not work')}
        lead={t('It was already used, is older than 24 hours, or wasn’t copied completely.')}
        extent="public"
      >
        <PlainLink href="/login" strong>
          {t('Sign in')}
        </PlainLink>
        <PlainLink href="/register">{t('Register again')}</PlainLink>
      </PublicFrame>
    )
  }
  return (
    <PublicFrame
      brand={brand()}
      title={t('Confirm your registration')}
      lead={t('Enter the password that you chose when you registered.')}
      extent="public"
    >
      {failure && <UncheckedLinkForm failure={failure} onRetry={retry} />}
      {link && <ConfirmForm token={token} email={link.email ?? ''} />}
    </PublicFrame>
  )
}

function ConfirmForm({ token, email }: { token: string; email: string }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ password?: string; form?: string }>({})
  const submit = async (): Promise<string | null> => {
    if (password === '') {
      setError({ password: t('Enter your password.') })
      return 'password'
    }
    setBusy(true)
    setError({})
    try {
      const body = { token, password }
      storeTokens(await sendJson<Tokens>({ method: 'POST', path: '/register/confirm', body, sealed: true }))
      location.replace('/')
      return null
    } catch (error) {
      const failure = asFailure(error)
      const passwordError = failure.fields['password']
      setError(passwordError ? { password: passwordError } : { form: failure.message })
      setBusy(false)
      return 'password'
    }
  }
  return (
    <PublicForm
      error={error.form}
      busy={busy}
      submitLabel={t('Confirm and sign in')}
      busyLabel={t('Signing in…')}
      onSubmit={submit}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        id="password"
        label={t('Password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={error.password}
      />
    </PublicForm>
  )
}
