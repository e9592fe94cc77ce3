import { renderToStaticMarkup } from 'react-dom/server'
import { I18nProvider } from '@lingui/react'
import { LoginPage } from '../areas/sign-in/login-page.tsx'
import { languages, type Language } from '#contract/core/language.ts'
import { loadLocale } from '../i18n/prepare-locale.ts'
import { i18n, translate } from '../i18n/texts.tsx'
import { FrameShell } from './frame-shell.tsx'

const nobody = (): Promise<void> => Promise.resolve()

/** Renders the login page at build time; `fill-shell.ts` inserts the host's name and logo. */
export async function loginMarkup(locale: Language): Promise<string> {
  await loadLocale(locale, 'login')
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <LoginPage
        brand={{ name: '', logo_svg: null }}
        draft={{ email: '', password: '' }}
        onTyping={() => undefined}
        onSignedIn={nobody}
      />
    </I18nProvider>,
  )
}

/** Renders the frame that signed-in users see while their page loads, for every language and any URL. */
export async function frameMarkup(): Promise<string> {
  const titles = { en: '', ar: '' }
  for (const language of languages) {
    await loadLocale(language, 'everything')
    titles[language] = translate('Dashboard')
  }
  return renderToStaticMarkup(<FrameShell titles={titles} />)
}
