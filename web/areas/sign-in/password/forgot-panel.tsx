import { useState } from 'react'
import type { BootBrand } from '#contract/branding/domain.ts'
import { asFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { prepareSealing } from '../../../api/seal.ts'
import { useT } from '../../../i18n/texts.tsx'
import { withCaptcha } from '../captcha.ts'
import { InputField, PlainLink, PublicForm, SuccessMessage } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'

/** Requests the reset link (C004). The response is the same for every address. */
const ask = (username: string): Promise<{ message: string }> =>
  withCaptcha((captchaToken) =>
    sendOpen({ method: 'POST', path: '/forgetpass', body: { username, captchaToken }, sealed: true }),
  )

export function ForgotPanel({ brand }: { brand: Pick<BootBrand, 'name' | 'logo_svg'> }) {
  const t = useT()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ email?: string; form?: string }>({})
  const [answer, setAnswer] = useState<string>()
  const submit = async (): Promise<string | null> => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) {
      setError({ email: t('Enter your email address.') })
      return 'email'
    }
    setBusy(true)
    setError({})
    try {
      setAnswer((await ask(email.trim())).message)
    } catch (error) {
      const failure = asFailure(error)
      const { username } = failure.fields
      // R177: show the server's message, or this text by default.
      const message =
        failure.code === 'unexpected' ? t('Something went wrong. Please try again later.') : failure.message
      setError(username ? { email: username } : { form: message })
    } finally {
      setBusy(false)
    }
    return 'email'
  }
  return (
    <PublicFrame
      brand={brand}
      title={t('Forgot your password?')}
      lead={t('Enter your email and we’ll send a reset link.')}
      extent="public"
    >
      {answer ? (
        <>
          <SuccessMessage>{t(answer)}</SuccessMessage>
          <PlainLink href="#">{t('Back to sign in')}</PlainLink>
        </>
      ) : (
        <PublicForm
          error={error.form}
          busy={busy}
          submitLabel={t('Send link')}
          busyLabel={t('Sending…')}
          onSubmit={submit}
          onFocus={prepareSealing}
          foot={<PlainLink href="#">{t('Back to sign in')}</PlainLink>}
        >
          <InputField
            id="email"
            label={t('Email')}
            type="email"
            dir="ltr"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={email}
            onChange={setEmail}
            error={error.email}
          />
        </PublicForm>
      )}
    </PublicFrame>
  )
}
