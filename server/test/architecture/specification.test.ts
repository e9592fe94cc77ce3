import { expect, test } from 'vitest'
import * as document1 from './document-1.ts'
import * as document2 from './document-2.ts'
import { isTest, sourcesWith } from './sources.ts'

// Every rule and text of the specification's first document, and of the implemented areas of its second, is covered by
// a test that names it: a rule by its id, a text by its id or verbatim.

interface Document {
  ruleRanges: readonly (readonly [first: number, last: number])[]
  saysNothingToShow: Readonly<Record<string, string>>
  texts: Readonly<Record<string, string>>
}

const ruleId = (number: number): string => `R${String(number).padStart(3, '0')}`
const rulesOf = (ranges: Document['ruleRanges']): string[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_none, index) => ruleId(first + index)))
/** Ignores typographic quotes and line breaks. */
const plain = (text: string): string => text.replaceAll(/\\?['’"]/g, "'").replaceAll(/\s+/g, ' ')

function namedIn(source: string): Set<string> {
  const ids = new Set<string>()
  for (const [, first, last] of source.matchAll(/R(\d{3})(?: (?:to|–) R(\d{3}))?/g)) {
    for (let number = Number(first); number <= Number(last ?? first); number++) ids.add(ruleId(number))
  }
  for (const [id] of source.matchAll(/\bT\d{3}\b/g)) ids.add(id)
  return ids
}

/** Rules and texts of a document that no test names, by id or verbatim. */
function missingIn(source: string, { ruleRanges, saysNothingToShow, texts }: Document): string[] {
  const ids = namedIn(source)
  const plainText = plain(source)
  return [
    ...rulesOf(ruleRanges).filter((id) => !ids.has(id) && !(id in saysNothingToShow)),
    ...Object.entries(texts).flatMap(([id, text]) => (ids.has(id) || plainText.includes(plain(text)) ? [] : [id])),
  ]
}

test('rules and texts that no test names are reported', () => {
  const document = {
    ruleRanges: [[1, 5]] as const,
    saysNothingToShow: { R005: 'an introduction' },
    texts: { T001: 'No leads yet', T002: 'Nobody’s texts', T003: 'By its id' },
  }
  const source = "test('R001 to R003: an empty list says so (T003)', () => expect(text).toBe('No leads yet'))"
  expect(missingIn(source, document)).toEqual(['R004', 'T002'])
})

test.each([
  ['document 1', document1, 200],
  ['document 2, as far as it is built', document2, 70],
])('every rule and every text of %s is named by a test', (_name, document, atLeast) => {
  const tests = sourcesWith('.ts', '.tsx').filter(({ path }) => isTest(path) || path.includes('test-support'))
  expect(tests.length).toBeGreaterThan(100)
  // Excludes these lists, which prove nothing.
  const source = tests
    .filter(({ path }) => !path.includes('architecture/'))
    .map(({ text }) => text)
    .join('\n')
  expect(rulesOf(document.ruleRanges).length + Object.keys(document.texts).length).toBeGreaterThan(atLeast)
  expect(missingIn(source, document)).toEqual([])
})
