import { describe, expect, test } from 'vitest'
import { isSensitive } from '../topics/is-sensitive.ts'
import { topics } from '../topics/topics.ts'
import { stemsOf } from './stems.ts'

describe('stems', () => {
  test.each([
    ['repairs', 'repairing', 'repaired', 'repair'],
    ['companies', 'company'],
    ['planning', 'planned', 'plans', 'plan'],
    ['boxes', 'box'],
    ['houses', 'housing', 'house'],
  ])('are the same for %s and its variants', (...words) => {
    expect(new Set(words.flatMap(stemsOf)).size).toBe(1)
  })

  test('keep short words and words in other scripts unchanged', () => {
    expect(stemsOf('gas bus C++ дом')).toEqual(['gas', 'bus', 'C++', 'дом'])
  })
})

describe('the taxonomy', () => {
  test('has about 400 topics with unique IDs, each with what people search for', () => {
    expect(topics.length).toBeGreaterThan(390)
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
    expect(topics.filter(({ seeds, nameArabic }) => seeds[0] === '' || nameArabic === '')).toEqual([])
  })

  test('has no open topic with sensitive words', () => {
    const mismatches = topics.flatMap(({ seeds, isSensitive: refused }) => (refused ? [] : seeds.filter(isSensitive)))
    expect(mismatches).toEqual([])
  })

  test.each([
    'diabetes treatment',
    'churches near me',
    'abortion clinic',
    'gay bars',
    'kids games',
    'bankruptcy lawyer',
  ])('marks %s as sensitive', (phrase) => expect(isSensitive(phrase)).toBe(true))
})
