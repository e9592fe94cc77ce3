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
  ])('%s and its like share theirs', (...words) => {
    expect(new Set(words.flatMap(stemsOf)).size).toBe(1)
  })

  test('keep short words and words of other letters as they are', () => {
    expect(stemsOf('gas bus C++ дом')).toEqual(['gas', 'bus', 'C++', 'дом'])
  })
})

describe('the taxonomy', () => {
  test('has about 400 topics, each id once, each with what people search for', () => {
    expect(topics.length).toBeGreaterThan(390)
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
    expect(topics.filter(({ seeds, nameArabic }) => seeds[0] === '' || nameArabic === '')).toEqual([])
  })

  test('has no open topic whose words are sensitive', () => {
    const wrong = topics.flatMap(({ seeds, isSensitive: refused }) => (refused ? [] : seeds.filter(isSensitive)))
    expect(wrong).toEqual([])
  })

  test.each([
    'diabetes treatment',
    'churches near me',
    'abortion clinic',
    'gay bars',
    'kids games',
    'bankruptcy lawyer',
  ])('refuses %s', (phrase) => expect(isSensitive(phrase)).toBe(true))
})
