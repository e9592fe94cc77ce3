import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTags, tagsOf } from './keyword-tags.ts'

test('C092: keywords become tags in order: split, lowercased, stripped of punctuation, without duplicates', () => {
  expect(tagsOf(' Roof  Repair, roof repair;\nEMERGENCY plumber\r\n"new roof" , C++ , ,,')).toEqual([
    'roof repair',
    'emergency plumber',
    'new roof',
    'c++',
  ])
  expect(tagsOf('ＲＯＯＦ, ﬁx\u0000leak, zoë\u200b')).toEqual(['roof', 'fix leak', 'zoë'])
  expect(tagsOf('<script>alert(1)</script>')).toEqual(['script>alert(1)</script'])
  expect(tagsOf(`${'x'.repeat(61)}, ok`)).toEqual(['ok'])
  expect(tagsOf(Array.from({ length: 900 }, (_none, n) => `word ${n}`).join())).toHaveLength(maxTags)
})

test.each([
  ['the small comma', 'ぁ﹐¹', ['ぁ', '1']],
  ['the fullwidth comma and semicolon', 'roof，drain；gutter', ['roof', 'drain', 'gutter']],
  ['the Greek question mark', 'roof\u037edrain', ['roof', 'drain']],
])('C092: keywords are also split at characters that become separators: %s', (_what, text, tags) => {
  expect(tagsOf(text)).toEqual(tags)
})

test('making tags is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const tags = tagsOf(text)
      expect(tagsOf(tags.join(','))).toEqual(tags)
    }),
  )
})
