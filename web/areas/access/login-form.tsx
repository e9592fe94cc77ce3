import { useRef, useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { sendJson } from '../../api/request.ts'
import { prepareSealing } from '../../api/seal.ts'
import { keepTokens, type Tokens } from '../../api/tokens.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './login-form.module.css'

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
  const form = useRef<HTMLFormElement>(null)
  const { busy, errors, submit } = useSignIn(onSignedIn)
  const onSubmit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const found = await submit(email, password)
    const first = found.email ? 'email' : found.password || found.form ? 'password' : null
    if (first) form.current?.querySelector<HTMLInputElement>(`#${first}`)?.focus()
  }
  const prepare = (): void => {
    prepareSealing()
    onTyping()
  }
  return (
    <form
      ref={form}
      className={styles.root}
      method="post"
      onSubmit={(event) => void onSubmit(event)}
      onFocus={prepare}
      noValidate
    >
      {errors.form && (
        <p className={styles.alert} role="alert">
          {errors.form}
        </p>
      )}
      <Field id="email" label={t('E-mail')} error={errors.email}>
        <input
          className={styles.input}
          type="email"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          {...fieldProps('email', errors.email)}
        />
      </Field>
      <PasswordField value={password} onChange={setPassword} error={errors.password} />
      <button type="submit" className={styles.submit} aria-disabled={busy || undefined} data-busy={busy || undefined}>
        {busy ? t('Signing in…') : t('Sign in')}
      </button>
    </form>
  )
}

const fieldProps = (id: string, error: string | undefined) => ({
  id,
  name: id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
})

type FieldProps = { id: string; label: string; error: string | undefined; children: React.ReactNode }

function Field({ id, label, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function PasswordField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <Field id="password" label={t('Password')} error={error}>
      <div className={styles.box}>
        <input
          className={styles.input}
          type={shown ? 'text' : 'password'}
          dir="ltr"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...fieldProps('password', error)}
        />
        <button
          type="button"
          className={styles.eye}
          aria-pressed={shown}
          aria-label={t('Show password')}
          onClick={() => setShown(!shown)}
        >
          <svg
            viewBox="0 0 24 24"
            width="19"
            height="19"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden="true"
          >
            <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="2.75" />
            {shown && <path d="M4 20 20 4" strokeLinecap="round" />}
          </svg>
        </button>
      </div>
    </Field>
  )
}
