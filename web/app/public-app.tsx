import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import { i18n } from '../i18n/texts.tsx'
import type { PublicPageProps } from './public-pages.ts'

/** A public page on its own, in the visitor's language. */
export function PublicApp({ page: Page, params }: PublicPageProps & { page: ComponentType<PublicPageProps> }) {
  return (
    <I18nProvider i18n={i18n}>
      <Page params={params} />
    </I18nProvider>
  )
}
