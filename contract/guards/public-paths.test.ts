import { expect, test } from 'vitest'
import { byModule, moduleSlugs } from '../campaigns/modules.ts'
import { isKnownPath } from './public-paths.ts'

const modules = {
  ...byModule((module) => ({ url: moduleSlugs[module] })),
  // As an agency names it.
  local: { url: 'visitors' },
}

test.each([
  '/',
  '/login',
  '/register',
  '/agency-register',
  '/agency-register/abc',
  '/set-new-password/token',
  '/stop-mail/token',
  '/sso',
  '/privacy-policy',
  '/visitors',
  '/visitors/leads',
  '/visitors/campaign-management/1/edit',
  '/user/profile',
  '/configuration',
  '/configuration/client-management/7',
  '/download-auth/abc',
  '/campaign-setup',
  '/audience',
  '/client',
])('D1 2.1, D1 2.2: there is a page at %s', (path) => expect(isKnownPath(modules, path)).toBe(true))

test.each([
  '/nowhere',
  '/login/more',
  '/set-new-password',
  '/stop-mail',
  '/agency-register/a/b',
  '/siteid/leads',
  '/visitors/nowhere',
  '/configuration/nowhere',
  '/user/nowhere',
  '/index.php',
  '/.env',
  '/wp-admin/',
  '/%',
])('R042: there is no page at %s', (path) => expect(isKnownPath(modules, path)).toBe(false))
