import { renderToStaticMarkup } from 'react-dom/server'
import { I18nProvider } from '@lingui/react'
import { LoginPage } from '../areas/sign-in/login-page.tsx'
import { languages, type Language } from '#contract/core/language.ts'
import { loadLocale } from '../i18n/prepare-locale.ts'
import { i18n, translate } from '../i18n/texts.tsx'
import { FrameShell } from './frame/frame-shell.tsx'

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

/** The frame in which signed-in people wait for their page; language and address are not set yet. */
export async function frameMarkup(): Promise<string> {
  const titles = { en: '', ar: '' }
  for (const language of languages) {
    await loadLocale(language, 'everything')
    titles[language] = translate('Dashboard')
  }
  return renderToStaticMarkup(<FrameShell titles={titles} />)
}
