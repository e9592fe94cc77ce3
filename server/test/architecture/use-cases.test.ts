import { expect, test } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// A use case knows who calls and about what, but not the HTTP request, except if it needs cookies, files or headers.

const form = 'takes files of a form as they come in'
const session = 'keeps a session: cookies of the browser go in and out'
const header = 'reads a header that means something to it alone'
/** Files of areas that use the raw request. */
const reasons: Readonly<Record<string, string>> = {
  'audiences/upload-list.ts': form,
  'banners/pictures.ts': form,
  'developers/issue-oauth-token.ts': header,
  'developers/validate-sso.ts': header,
  'enrichment/upload-list.ts': form,
  'exclusions/upload.ts': form,
  'identity/import/handle-imports.ts': form,
  'leads/exports/download-export.ts': header,
  'leads/read/live-leads.ts': header,
  'people/profile/read-form.ts': form,
  'sign-in/finish-sign-in.ts': session,
  'sign-in/log-in.ts': session,
  'sign-in/log-out.ts': session,
  'sign-in/refresh-session.ts': session,
  'sign-in/second-factor/challenge.ts': session,
  'sign-in/sign-in.ts': session,
  'sign-in/view/switch-back.ts': session,
}

const http = /\b(?:SignedIn)?HttpCall\b|\bcall\.(?:raw|cookies|parts)\b|\.setCookie\(/
const asking = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith('server/areas/') && !isTest(path) && http.test(text))
    .map(({ path }) => path.replace('server/areas/', ''))

test('only use cases that take files, manage sessions, or read headers depend on HTTP', () => {
  const sources = sourcesWith('.ts')
  expect(sources.filter(({ text }) => /\bSignedInCall\b/.test(text)).length).toBeGreaterThan(50)
  expect(asking(sources).toSorted()).toEqual(Object.keys(reasons).toSorted())
})

test('a use case that reads the request is detected', () => {
  const text = "const language = call.raw.request.headers['accept-language']"
  const plant = { path: 'server/areas/leads/planted.ts', text }
  expect(asking([plant, { ...plant, text: 'const { caller } = call' }])).toEqual(['leads/planted.ts'])
})
