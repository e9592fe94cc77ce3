import type { ComponentType } from 'react'
import { publicDocuments } from '#contract/agreements/document-names.ts'
import { prepareLocale } from '../i18n/prepare-locale.ts'
import { loadCode } from '../start/load-code.ts'

export type PublicPageProps = { params: Readonly<Record<string, string>> }

type PublicPage = {
  /** Parameters as `$token`; an optional last one as `$code?`. */
  path: string
  load: () => Promise<ComponentType<PublicPageProps>>
  /** Also shown to signed-in users; the other public pages redirect them to their start page (D1 2.1). */
  forEverybody?: boolean
  /** Fixed parameters that the path implies. */
  params?: Readonly<Record<string, string>>
}

function publicPage<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType<PublicPageProps>>>,
  name: Name,
  forEverybody = false,
): PublicPage {
  return { path, load: () => loadCode(load).then((module) => module[name]), forEverybody }
}

/** The four documents, each with its own URL; signed-in users can read them too (OQ-08). */
const documentPages: readonly PublicPage[] = publicDocuments.map((name) => {
  const open = publicPage(name, () => import('../areas/agreements/document-page.tsx'), 'DocumentPage', true)
  return { ...open, params: { document: name } }
})

/** Every public page besides the login, one line each. They load no component library, router or schemas. */
export const publicPages: readonly PublicPage[] = [
  publicPage(
    'set-new-password/$token',
    () => import('../areas/sign-in/password/set-new-password-page.tsx'),
    'SetNewPasswordPage',
  ),
  publicPage(
    'reset-password-invalid',
    () => import('../areas/sign-in/password/reset-invalid-page.tsx'),
    'ResetInvalidPage',
  ),
  publicPage('register', () => import('../areas/people/registration/register-page.tsx'), 'RegisterPage'),
  publicPage(
    'agency-register/$referralCode?',
    () => import('../areas/people/registration/agency-register-page.tsx'),
    'AgencyRegisterPage',
  ),
  publicPage(
    'confirm-registration/$token',
    () => import('../areas/people/registration/confirm-registration-page.tsx'),
    'ConfirmRegistrationPage',
  ),
  publicPage(
    'confirm-email/$token',
    () => import('../areas/people/profile/confirm-email-page.tsx'),
    'ConfirmEmailPage',
    true,
  ),
  publicPage(
    'shared-report',
    async () => {
      // A report uses more texts than the other public pages.
      await prepareLocale('everything')
      return import('../areas/reports/shared/shared-report-page.tsx')
    },
    'SharedReportPage',
    true,
  ),
  publicPage(
    'pay-invoice',
    async () => {
      // As a report does: the lines of an invoice have names of their own.
      await prepareLocale('everything')
      return import('../areas/payments/pay-invoice-page.tsx')
    },
    'PayInvoicePage',
    true,
  ),
  publicPage('stop-mail/$token', () => import('../areas/mails/stop-mail-page.tsx'), 'StopMailPage', true),
  publicPage('sso', () => import('../areas/sign-in/sso/sso-page.tsx'), 'SsoPage', true),
  ...documentPages,
]

/** Finds the public page at a URL, with its parameters. */
export function findPublicPage(
  pathname: string,
  pages: readonly PublicPage[] = publicPages,
): { page: PublicPage; params: Record<string, string> } | null {
  const segments = pathname.split('/').filter((part) => part !== '')
  for (const page of pages) {
    const params = paramsAt(page.path.split('/'), segments)
    if (params) return { page, params: { ...page.params, ...params } }
  }
  return null
}

function paramsAt(parts: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (segments.length > parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = segments[index]
    if (value === undefined && !part.endsWith('?')) return null
    if (part.startsWith('$')) {
      const text = value === undefined ? undefined : decodeSegment(value)
      if (text === null) return null
      if (text !== undefined) params[part.replace(/^\$|\?$/g, '')] = text
    } else if (part !== value) return null
  }
  return params
}

/** Decodes a path segment; null if its escapes are malformed. */
function decodeSegment(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
