import { renderToStaticMarkup } from 'react-dom/server'
import { I18nProvider } from '@lingui/react'
import { LoginPage } from '../areas/sign-in/login-page.tsx'
import type { Language } from '#contract/core/language.ts'
import { loadLocale } from '../i18n/prepare-locale.ts'
import { i18n } from '../i18n/texts.tsx'

const nobody = (): Promise<void> => Promise.resolve()

/** The login page as it is before any code ran; `fill-shell.ts` puts the host's name and logo into it. Run by the build. */
export async function loginMarkup(locale: Language): Promise<string> {
  await loadLocale(locale, 'login')
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <LoginPage
        brand={{ name: '', logo_svg: null }}
        typed={{ email: '', password: '' }}
        onTyping={() => undefined}
        onSignedIn={nobody}
      />
    </I18nProvider>,
  )
}
