import { expect, test } from 'vitest'
import { formatFor } from '../../../../i18n/format.ts'
import { historyText } from './value-text.ts'

test('a change of topics names them in the reader’s language', () => {
  const names: Readonly<Record<string, string>> = { roofing: 'Roofing', solar: 'Solar power' }
  const words = {
    t: (id: string) => id,
    format: formatFor('en'),
    language: 'en',
    topicOf: (id: string) => names[id]!,
  }
  expect(historyText('searchtopics', ['roofing', 'solar'], words)).toBe('Roofing, Solar power')
  expect(historyText('searchtopics', [], words)).toBe('None')
})
