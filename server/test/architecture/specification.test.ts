import { expect, test } from 'vitest'
import * as document1 from './document-1.ts'
import * as document2 from './document-2.ts'
import { isTest, sourcesWith } from './sources.ts'

// Every rule and every text of the specification's first document, and of the built areas of its second, is in a test that
// names it: the rule by its id, the text by its id or to the letter.

/** What no test names yet. Whoever shows one takes it off the list. */
const notYet = new Set<string>()

const ruleId = (number: number): string => `R${String(number).padStart(3, '0')}`
const rulesOf = (ranges: typeof document1.ruleRanges): string[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_none, index) => ruleId(first + index)))
/** Typographic signs and line breaks are no difference. */
const plain = (text: string): string => text.replaceAll(/\\?['’"]/g, "'").replaceAll(/\s+/g, ' ')

function namedIn(source: string): Set<string> {
  const named = new Set<string>()
  for (const [, first, last] of source.matchAll(/R(\d{3})(?: (?:to|–) R(\d{3}))?/g)) {
    for (let number = Number(first); number <= Number(last ?? first); number++) named.add(ruleId(number))
  }
  for (const [id] of source.matchAll(/\bT\d{3}\b/g)) named.add(id)
  return named
}

test.each([
  ['document 1', document1, 200],
  ['document 2, as far as it is built', document2, 70],
])('every rule and every text of %s is named by a test', (_name, { ruleRanges, saysNothingToShow, texts }, atLeast) => {
  const tests = sourcesWith('.ts', '.tsx').filter(({ path }) => isTest(path) || path.includes('test-support'))
  expect(tests.length).toBeGreaterThan(100)
  // These lists themselves show nothing.
  const source = tests
    .filter(({ path }) => !path.includes('architecture/'))
    .map(({ text }) => text)
    .join('\n')
  const named = namedIn(source)
  const said = plain(source)
  const rules = rulesOf(ruleRanges)
  const missing = [
    ...rules.filter((id) => !named.has(id) && !(id in saysNothingToShow)),
    ...Object.entries(texts).flatMap(([id, text]) => (named.has(id) || said.includes(plain(text)) ? [] : [id])),
  ]
  expect(rules.length + Object.keys(texts).length).toBeGreaterThan(atLeast)
  expect(missing.filter((id) => !notYet.has(id))).toEqual([])
})
