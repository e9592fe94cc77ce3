import { useEffect, useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { sendJson } from '../../../api/request.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { TEMPORARY_PASSWORD_HASH } from '../own-password.ts'
import { PasswordField, PlainLink, PublicForm, SuccessMessage } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'
import { newPasswordErrors } from './new-password-errors.ts'

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

/** Checks the link before the user types anything; if it is invalid, another page says why (R018). */
function useVerified(link: Link): boolean {
  const [verified, setVerified] = useState(false)
  const { token, email } = link
  useEffect(() => {
    void verify({ token, email })
      .catch(() => 'invalid')
      .then((reason) => {
        if (reason === null) setVerified(true)
        else location.replace(`/reset-password-invalid?reason=${encodeURIComponent(reason)}`)
      })
  }, [token, email])
  return verified
}

export function SetNewPasswordPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const link = { token: params['token'] ?? '', email: new URLSearchParams(location.search).get('email') ?? '' }
  const verified = useVerified(link)
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
        onChange={setPassword}
        error={errors.password}
        hint={t('At least 12 characters. A few words together are easy to remember and hard to guess.')}
      />
      <PasswordField
        id="again"
        label={t('New password again')}
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={errors.again}
      />
    </PublicForm>
  )
}
