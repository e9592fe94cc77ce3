import { describe, expect, test } from 'vitest'
import { Failure } from '#server/platform/failure.ts'
import { definition } from './definition.ts'

const { codec, defaults } = definition

const fieldOf = (fields: Parameters<typeof codec.read>[0]): string | undefined => {
  try {
    codec.read(fields, defaults.settings)
  } catch (error) {
    return error instanceof Failure ? error.field : undefined
  }
  return undefined
}

describe('a Search ID campaign', () => {
  test('keeps omitted fields, and shows what it was given', () => {
    const settings = codec.read(
      { keyword: 'Roof repair\n-free', searchtopics: ['roofing'], searchwindow: 14 },
      defaults.settings,
    )
    expect(codec.present(codec.read({ desc: 'Homes' }, settings))).toEqual({
      keyword: 'roof repair\n-free',
      keywordcontextual: '',
      searchtopics: ['roofing'],
      searchwindow: 14,
      searchminimum: 1,
      desc: 'Homes',
    })
  })

  test.each([
    ['a sensitive keyword', 'keyword', { keyword: 'diabetes treatment' }],
    ['a sensitive contextual keyword', 'keywordcontextual', { keywordcontextual: 'church service' }],
    ['an unknown topic', 'searchtopics', { searchtopics: ['roofing', 'moon-bases'] }],
    ['a sensitive topic', 'searchtopics', { searchtopics: ['cancer'] }],
  ])('rejects %s by field', (_what, field, fields) => expect(fieldOf(fields)).toBe(field))

  test('may exclude sensitive words', () => expect(fieldOf({ keyword: 'clinic\n-cancer' })).toBeUndefined())

  test('needs a keyword or a topic to start', () => {
    const blockers = (fields: Parameters<typeof codec.read>[0]): string[] =>
      definition.findBlockers({} as never, codec.read(fields, defaults.settings)).map(({ field }) => field)
    expect(blockers({})).toEqual(['keyword'])
    expect(blockers({ searchtopics: ['roofing'] })).toEqual([])
    expect(blockers({ keywordcontextual: 'metal roof' })).toEqual([])
  })
})
