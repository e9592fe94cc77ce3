import { describe, expect, it } from 'vitest'
import { keywordProblem, keywordsOf, textOfKeyword } from './keywords.ts'

describe('keywords', () => {
  it('are lowercase phrases without duplicates, exact in quotes and negative after a hyphen', () => {
    expect(keywordsOf('Roof Repair\nroof repair; "Metal Roof", -free\n\n-"how to"')).toEqual([
      { kind: 'phrase', text: 'roof repair' },
      { kind: 'exact', text: 'metal roof' },
      { kind: 'negative', text: 'free' },
      { kind: 'negative', text: 'how to' },
    ])
  })

  it('are returned as typed', () => {
    for (const text of ['roof repair', '"metal roof"', '-free'])
      expect(keywordsOf(text).map(textOfKeyword)).toEqual([text])
  })

  it.each([
    ['501 phrases', Array.from({ length: 501 }, (_, n) => `word ${n}`).join('\n'), 'Enter at most 500 keywords.'],
    ['six words', 'one two three four five six', 'Enter keywords of at most 5 words.'],
    ['negative phrases only', '-free\n-jobs', 'Enter at least one keyword that is not negative.'],
  ])('are rejected for %s', (_why, text, problem) => expect(keywordProblem(text)).toBe(problem))

  it('can be none, or up to 500', () => {
    expect(keywordProblem('')).toBeNull()
    expect(keywordProblem(Array.from({ length: 500 }, (_, n) => `word ${n}`).join(','))).toBeNull()
  })
})
