import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'ar' }, 'ar'],
  [{ 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' }, 'ar'],
  [{ 'accept-language': 'fr-FR, en;q=0.4, ar;q=0.6' }, 'ar'],
  [{ 'accept-language': 'ar;q=0, en;q=0.1' }, 'en'],
  [{ 'accept-language': 'nonsense;;q=x,,;' }, 'en'],
  [{ 'accept-language': 'en-US', cookie: 'device=x; user-locale=ar' }, 'ar'],
  [{ 'accept-language': 'ar', cookie: 'user-locale=en' }, 'en'],
  [{ 'accept-language': 'ar', cookie: 'user-locale=<script>' }, 'ar'],
] as const)('%j selects %s', (headers, language) => {
  expect(languageOf(headers)).toBe(language)
})
