import { useRef, useState } from 'react'
import type { BootBrand } from '#contract/branding/domain.ts'
import type { SecondStep } from '#contract/sign-in/session.ts'
import { asFailure } from '../../../api/failure.ts'
import { sendJson } from '../../../api/request.ts'
import { storeTokens, type Tokens } from '../../../api/tokens.ts'
import { useT } from '../../../i18n/texts.tsx'
import { InputField, LinkButton, PublicForm, SuccessMessage } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'

export type VerifyPanelProps = {
  brand: Pick<BootBrand, 'name' | 'logo_svg'>
  step: SecondStep & { email: string }
  onSignedIn: () => Promise<void>
  /** Returns to the password step, with a message if this sign-in attempt has ended. */
  onBack: (message?: string) => void
}

const verify = async ({ email, otp_token }: VerifyPanelProps['step'], code: string): Promise<void> =>
  storeTokens(
    await sendJson<Tokens>({ method: 'POST', path: '/verifylogin', body: { email, otp_token, code }, sealed: true }),
  )
const resend = ({ email, otp_token }: VerifyPanelProps['step']): Promise<{ message: string }> =>
  sendJson({ method: 'POST', path: '/resendcode', body: { email, otp_token }, sealed: true })

function useVerify({ step, onSignedIn, onBack }: VerifyPanelProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ code?: string; form?: string }>({})
  const [notice, setNotice] = useState<string>()
  const showFailure = (error: unknown): void => {
    const failure = asFailure(error)
    if (failure.code === 'sign_in_again') onBack(failure.message)
    else setError(failure.fields['code'] ? { code: failure.fields['code'] } : { form: failure.message })
  }
  const submit = async (code: string): Promise<string | null> => {
    setNotice(undefined)
    if (code.trim() === '') {
      setError({ code: t('Enter the code.') })
      return 'code'
    }
    setBusy(true)
    setError({})
    try {
      await verify(step, code)
      await onSignedIn()
      return null
    } catch (error) {
      showFailure(error)
      setBusy(false)
      return 'code'
    }
  }
  // The second request of a double click would be refused, which would hide that a code was sent.
  const isAsking = useRef(false)
  const again = async (): Promise<void> => {
    if (isAsking.current) return
    isAsking.current = true
    setError({})
    try {
      setNotice((await resend(step)).message)
    } catch (error) {
      setNotice(undefined)
      showFailure(error)
    } finally {
      isAsking.current = false
    }
  }
  return { busy, error, notice, submit, again }
}

/** The second step of signing in (S003): entering a code, or requesting another one (R088). */
export function VerifyPanel(props: VerifyPanelProps) {
  const t = useT()
  const { step, brand, onBack } = props
  const [code, setCode] = useState('')
  const { busy, error, notice, submit, again } = useVerify(props)
  const byMail = step.two_factor_auth_type === 'email'
  return (
    <PublicFrame
      brand={brand}
      title={t('Enter your code')}
      lead={
        byMail
          ? t('We sent a code to {email}. It works for five minutes.', { email: `\u2068${step.email}\u2069` })
          : t('Enter the code from your authenticator app.')
      }
      extent="public"
    >
      {notice && <SuccessMessage>{t(notice)}</SuccessMessage>}
      <PublicForm
        error={error.form}
        busy={busy}
        submitLabel={t('Sign in')}
        busyLabel={t('Signing in…')}
        onSubmit={() => submit(code)}
        foot={
          <>
            {byMail && <LinkButton onClick={() => void again()}>{t('Send another code')}</LinkButton>}
            <LinkButton onClick={() => onBack()}>{t('Back to sign in')}</LinkButton>
          </>
        }
      >
        <InputField
          id="code"
          label={t('Code')}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          autoFocus
          value={code}
          onChange={setCode}
          error={error.code}
          hint={t('Can’t get a code? Use a recovery code.')}
        />
      </PublicForm>
    </PublicFrame>
  )
}
