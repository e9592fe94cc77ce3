import { useState } from 'react'
import { readEmailAddress } from '#contract/core/email-address.ts'
import type { SecondStep } from '#contract/sign-in/session.ts'
import { asFailure, type CallFailure } from '../../api/failure.ts'
import { prepareSealing } from '../../api/seal.ts'
import { storeTokens } from '../../api/tokens.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { FORGOT_HASH } from './login-panel.ts'
import { chooseOwnPassword } from './own-password.ts'
import { InputField, PasswordField, PlainLink, PublicForm } from './public-form.tsx'
import { sendLogin } from './send-login.ts'

export type LoginFormProps = {
  /** What the user typed before this code was loaded. */
  draft: { email: string; password: string }
  onTyping: () => void
  onSignedIn: () => Promise<void>
}

type Steps = {
  /** An initial notice above the form: why the second step returned the user here. */
  notice?: string | undefined
  /** Called if the password was correct and a code is required (R088). */
  onSecondStep: (step: SecondStep & { email: string }) => void
}

type Errors = { email?: string; password?: string; form?: string }

/** For a rate limit, says when to try again and that a password reset is an alternative. */
function tooManyOr({ code, waitMinutes, message }: CallFailure, t: Translate): string {
  if (code !== 'too_many' || waitMinutes === undefined) return message
  return waitMinutes === 1
    ? t('Too many attempts. Try again in a minute or reset your password.')
    : t('Too many attempts. Try again in {n} minutes or reset your password.', { n: waitMinutes })
}

function useSignIn(onSignedIn: () => Promise<void>, { notice, onSecondStep }: Steps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>(notice ? { form: notice } : {})
  const submit = async (email: string, password: string): Promise<Errors> => {
    const missing: Errors = {
      ...(readEmailAddress(email) !== null ? {} : { email: t('Enter your email address.') }),
      ...(password === '' ? { password: t('Enter your password.') } : {}),
    }
    setErrors(missing)
    if (missing.email || missing.password) return missing
    setBusy(true)
    try {
      const answer = await sendLogin(email.trim(), password)
      if ('two_factor' in answer) {
        onSecondStep({ ...answer, email: readEmailAddress(email) ?? email })
        return {}
      }
      if ('new_password' in answer) {
        chooseOwnPassword(answer)
        return {}
      }
      storeTokens(answer)
      await onSignedIn()
      return {}
    } catch (error) {
      const failure = asFailure(error)
      const { username, password: passwordError } = failure.fields
      const problems = {
        email: username,
        password: passwordError,
        form: username || passwordError ? undefined : tooManyOr(failure, t),
      }
      setErrors(problems)
      setBusy(false)
      return problems
    }
  }
  const settle = (field: 'email' | 'password'): void => setErrors((now) => ({ ...now, [field]: undefined }))
  return { busy, errors, submit, settle }
}

export function LoginForm({ draft, onTyping, onSignedIn, ...steps }: LoginFormProps & Steps) {
  const t = useT()
  const [email, setEmail] = useState(draft.email)
  const [password, setPassword] = useState(draft.password)
  const { busy, errors, submit, settle } = useSignIn(onSignedIn, steps)
  return (
    <PublicForm
      error={errors.form}
      busy={busy}
      submitLabel={t('Sign in')}
      busyLabel={t('Signing in…')}
      onSubmit={async () => {
        const problems = await submit(email, password)
        return problems.email ? 'email' : problems.password || problems.form ? 'password' : null
      }}
      foot={<PlainLink href="/register">{t('Create an account')}</PlainLink>}
      onFocus={() => {
        prepareSealing()
        onTyping()
      }}
    >
      <InputField
        id="email"
        label={t('Email')}
        type="email"
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(value) => {
          setEmail(value)
          settle('email')
        }}
        error={errors.email}
      />
      <PasswordField
        id="password"
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          settle('password')
        }}
        error={errors.password}
        aside={<PlainLink href={FORGOT_HASH}>{t('Forgot your password?')}</PlainLink>}
      />
    </PublicForm>
  )
}
