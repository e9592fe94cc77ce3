import { publicDocuments } from '../agreements/document-names.ts'
import type { Module } from '../campaigns/modules.ts'
import { findProtectedPage } from './protected-pages.ts'

/** Every path for visitors (D1 §2.1). Parameters as `$token`; an optional last one as `$code?`. */
export const publicPaths: readonly string[] = [
  'login',
  'register',
  'agency-register/$referralCode?',
  'confirm-registration/$token',
  'confirm-email/$token',
  'set-new-password/$token',
  'stop-mail/$token',
  'reset-password-invalid',
  'sso',
  'shared-report',
  'pay-invoice',
  ...publicDocuments,
]

const fits = (path: string, segments: readonly string[]): boolean => {
  const parts = path.split('/')
  const least = parts.filter((part) => !part.endsWith('?')).length
  if (segments.length < least || segments.length > parts.length) return false
  return segments.every((part, at) => parts[at]!.startsWith('$') || parts[at] === part)
}

/** Whether a page exists at a path, for visitors or for signed-in users; any other is a 404 (R042). */
export function isKnownPath(modules: Readonly<Record<Module, { url: string }>>, pathname: string): boolean {
  const segments = pathname.split('/').filter((part) => part !== '')
  if (segments.length === 0) return true
  return publicPaths.some((path) => fits(path, segments)) || findProtectedPage({ modules }, pathname) !== null
}
