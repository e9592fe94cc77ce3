import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../i18n/arabic.ts'
import { formatFor } from '../../i18n/format.ts'
import { activateLocale, addMessages, translate } from '../../i18n/texts.tsx'
import { describeLines, type ChartLine } from './describe-lines.ts'

beforeEach(() => activateLocale('en'))

const line = (date: string, now: number, before: number, isOpen = false): ChartLine => ({ date, now, before, isOpen })
const lines = [line('2026-11-16', 10, 4), line('2026-11-17', 20, 8), line('2026-11-18', 3, 90, true)]
const describe = (more: Partial<Parameters<typeof describeLines>[0]> = {}, language: 'en' | 'ar' = 'en'): string =>
  describeLines(
    { measure: translate('Leads'), lines, comparison: 'without_today', show: String, ...more },
    translate,
    formatFor(language),
  )

test('a chart is named by its sum, its change without today, and its highest day', () => {
  expect(describe()).toBe('Chart of Leads by day: 33, up 150%, highest on Nov 17 with 20. The table has every value.')
  expect(describe({ lines: [line('2026-11-16', 3, 4)] })).toContain('3, down 25%, highest on Nov 16 with 3.')
  expect(describe({ lines: [line('2026-11-16', 4, 4)] })).toContain('4, unchanged, highest')
})

test('names no change from days that are not covered by data, and no highest day without data', () => {
  expect(describe({ comparison: 'new' })).toBe(
    'Chart of Leads by day: 33, highest on Nov 17 with 20. The table has every value.',
  )
  expect(describe({ lines: [line('2026-11-16', 0, 5)] })).toBe(
    'Chart of Leads by day: nothing in these days. The table has every value.',
  )
})

test('has the same figures in Arabic', () => {
  addMessages('ar', messages)
  activateLocale('ar')
  const text = describe({}, 'ar')
  expect(text).toMatch(/[\u0600-\u06FF]/)
  expect(text).not.toContain('Leads')
  for (const figure of ['33', '150', '17', '20']) expect(text).toContain(figure)
})
