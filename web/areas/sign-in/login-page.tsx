import { lazy, Suspense, useState } from 'react'
import type { SecondStep } from '#contract/sign-in/session.ts'
import type { BootBrand } from '#contract/branding/domain.ts'
import { prepareLocale } from '../../i18n/prepare-locale.ts'
import { useT } from '../../i18n/texts.tsx'
import { LoginForm, type LoginFormProps } from './login-form.tsx'
import { useForgotPanel } from './login-panel.ts'
import { PublicFrame } from './public-frame.tsx'

export type LoginPageProps = LoginFormProps & { brand: Pick<BootBrand, 'name' | 'logo_svg'> }

/** Loaded on demand, to keep the login page small. */
const ForgotPanel = lazy(async () => {
  const [{ ForgotPanel: panel }] = await Promise.all([import('./password/forgot-panel.tsx'), prepareLocale('public')])
  return { default: panel }
})

/** Loaded when a code is required. */
const VerifyPanel = lazy(async () => {
  const [{ VerifyPanel: panel }] = await Promise.all([
    import('./second-factor/verify-panel.tsx'),
    prepareLocale('public'),
  ])
  return { default: panel }
})

/** Plain elements and its own style sheet: it must render before any library (`npm run bench -- web` measures it). */
export function LoginPage({ brand, ...form }: LoginPageProps) {
  const t = useT()
  const forgot = useForgotPanel()
  const [step, setStep] = useState<(SecondStep & { email: string }) | null>(null)
  const [notice, setNotice] = useState<string>()
  if (step) {
    const back = (message?: string): void => {
      setNotice(message)
      setStep(null)
    }
    return (
      <Suspense>
        <VerifyPanel brand={brand} step={step} onSignedIn={form.onSignedIn} onBack={back} />
      </Suspense>
    )
  }
  if (forgot) {
    return (
      <Suspense>
        <ForgotPanel brand={brand} />
      </Suspense>
    )
  }
  return (
    <PublicFrame
      brand={brand}
      title={t('Welcome back')}
      lead={t('Sign in to manage your campaigns and leads.')}
      extent="login"
    >
      <LoginForm {...form} notice={notice} onSecondStep={setStep} />
    </PublicFrame>
  )
}
