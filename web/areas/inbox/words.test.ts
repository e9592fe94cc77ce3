import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { InboxItem } from '#contract/inbox/inbox.ts'
import { messages } from '../../../i18n/ar/inbox.ts'
import type { Format } from '../../i18n/format.ts'
import { compileTexts } from '../../i18n/plurals.ts'
import { detailOf } from './words.ts'

/** The line about a limit that was reached. */
function ofLimit(locale: 'en' | 'ar', count: number): string {
  const i18n = setupI18n({ locale, messages: { en: {}, ar: messages } }).setMessagesCompiler(compileTexts)
  const item = { kind: 'limit_met', count, cause: null } as InboxItem
  return detailOf(item, 'agency', (id, values) => i18n._(id, values), {} as Format)
}

test('a limit of one lead is not said in the plural', () => {
  expect(ofLimit('en', 1)).toBe('Limit of 1 lead reached')
  expect(ofLimit('en', 1_200)).toBe('Limit of 1,200 leads reached')
  expect(ofLimit('ar', 1)).toBe('استُنفد الحد كاملًا: عميل محتمل واحد')
})
