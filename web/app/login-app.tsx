import { I18nProvider } from '@lingui/react'
import { brand } from '../session/boot.ts'
import { LoginPage, type LoginPageProps } from '../areas/sign-in/login-page.tsx'
import { i18n } from '../i18n/texts.tsx'

/** The login page on its own, without the application; this is what visitors load. */
export function LoginApp(props: Omit<LoginPageProps, 'brand'>) {
  return (
    <I18nProvider i18n={i18n}>
      <LoginPage {...props} brand={brand()} />
    </I18nProvider>
  )
}
