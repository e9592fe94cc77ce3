import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostTags, tagsOf } from './keyword-tags.ts'

test('C092: keywords become tags in their order: parted, lower case, trimmed of signs, each once', () => {
  expect(tagsOf(' Roof  Repair, roof repair;\nEMERGENCY plumber\r\n"new roof" , C++ , ,,')).toEqual([
    'roof repair',
    'emergency plumber',
    'new roof',
    'c++',
  ])
  expect(tagsOf('ＲＯＯＦ, ﬁx\u0000leak, zoë\u200b')).toEqual(['roof', 'fix leak', 'zoë'])
  expect(tagsOf('<script>alert(1)</script>')).toEqual(['script>alert(1)</script'])
  expect(tagsOf(`${'x'.repeat(61)}, ok`)).toEqual(['ok'])
  expect(tagsOf(Array.from({ length: 900 }, (_none, n) => `word ${n}`).join())).toHaveLength(mostTags)
})

test.each([
  ['the small comma', 'ぁ﹐¹', ['ぁ', '1']],
  ['the fullwidth comma and semicolon', 'roof，drain；gutter', ['roof', 'drain', 'gutter']],
  ['the Greek question mark', 'roof\u037edrain', ['roof', 'drain']],
])('C092: keywords are told apart by what becomes a separator, too: %s', (_what, text, tags) => {
  expect(tagsOf(text)).toEqual(tags)
})

test('tags of tags are the same tags', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const tags = tagsOf(text)
      expect(tagsOf(tags.join(','))).toEqual(tags)
    }),
  )
})
