import { useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { sendJson } from '../../api/request.ts'
import { prepareSealing } from '../../api/seal.ts'
import { keepTokens, type Tokens } from '../../api/tokens.ts'
import { useT } from '../../i18n/texts.tsx'
import { FORGOT_HASH } from './login-panel.ts'
import { InputField, PasswordField, PlainLink, PublicForm } from './public-form.tsx'

export type LoginFormProps = {
  /** What was typed before this code was loaded. */
  typed: { email: string; password: string }
  onTyping: () => void
  onSignedIn: () => Promise<void>
}

type Errors = { email?: string; password?: string; form?: string }

/** `username` is the wire's name of the e-mail address (C001). */
const signIn = async (email: string, password: string): Promise<void> =>
  keepTokens(
    await sendJson<Tokens>({
      method: 'POST',
      path: '/login',
      body: { username: email.trim(), password },
      sealed: true,
    }),
  )

function useSignIn(onSignedIn: () => Promise<void>) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const submit = async (email: string, password: string): Promise<Errors> => {
    const missing: Errors = {
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: t('Enter your e-mail address.') }),
      ...(password === '' ? { password: t('Enter your password.') } : {}),
    }
    setErrors(missing)
    if (missing.email || missing.password) return missing
    setBusy(true)
    try {
      await signIn(email, password)
      await onSignedIn()
      return {}
    } catch (thrown) {
      const failure = asFailure(thrown)
      const { username, password: passwordError } = failure.fields
      const found = {
        email: username,
        password: passwordError,
        form: username || passwordError ? undefined : failure.message,
      }
      setErrors(found)
      setBusy(false)
      return found
    }
  }
  return { busy, errors, submit }
}

export function LoginForm({ typed, onTyping, onSignedIn }: LoginFormProps) {
  const t = useT()
  const [email, setEmail] = useState(typed.email)
  const [password, setPassword] = useState(typed.password)
  const { busy, errors, submit } = useSignIn(onSignedIn)
  return (
    <PublicForm
      error={errors.form}
      busy={busy}
      submitLabel={t('Sign in')}
      busyLabel={t('Signing in…')}
      onSubmit={async () => {
        const found = await submit(email, password)
        return found.email ? 'email' : found.password || found.form ? 'password' : null
      }}
      onFocus={() => {
        prepareSealing()
        onTyping()
      }}
    >
      <InputField
        id="email"
        label={t('E-mail')}
        type="email"
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
        error={errors.email}
      />
      <PasswordField
        id="password"
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        aside={<PlainLink href={FORGOT_HASH}>{t('Forgot your password?')}</PlainLink>}
      />
    </PublicForm>
  )
}
