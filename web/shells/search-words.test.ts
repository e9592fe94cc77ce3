import { expect, test } from 'vitest'
import { filterOptions, searchWords, typingPause_ms } from './search-words.ts'

test('R131: the server is queried from three letters on, after a pause of 300 ms', () => {
  expect(['', 'h', ' ha ', 'har', ' Harbor & Co '].map(searchWords)).toEqual(['', '', '', 'har', 'Harbor & Co'])
  expect(typingPause_ms).toBe(300)
})

test('fewer letters filter what is already loaded', () => {
  const options = [{ label: 'Harbor Realty' }, { label: 'Plumbright' }]
  expect(filterOptions(options, 'ha').map(({ label }) => label)).toEqual(['Harbor Realty'])
  expect([filterOptions(options, '').length, filterOptions(options, 'har').length]).toEqual([2, 2])
})
