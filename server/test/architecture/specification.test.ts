import { expect, test } from 'vitest'
import { ruleRanges, saysNothingToShow, texts } from './document-1.ts'
import { isTest, sourcesWith } from './sources.ts'

// Every rule and every text of the specification's first document is in a test that names it: the rule by its id, the text
// by its id or to the letter.

/** What no test names yet. Whoever shows one takes it off the list. */
const notYet = new Set<string>(
  `R006 R008 R010 R011 R015 R016 R017 R018 R019 R020 R043 R053 R054 R061 R078 R079 R081 R082 R083 R084 R085 R086 R087 R088 R089 R090 R091 R092 R093 R094 R095 R098 R103 R104 R105 R106 R107 R108 R109 R111 R112 R113 R114 R116 R117 R124 R125 R126 R127 R128 R129 R130 R131 R132 R133 R134 R135 R136 R137 R138 R140 R157 R158 R159 R161 R162 R163 R167 R168 R169 R170 R171 R172 R173 R174 R175 R176 R177 R178 R218 T002 T004 T005 T006 T007 T008 T012 T013 T014 T016 T017 T018 T019 T020 T021 T022 T024 T025 T027 T030 T031 T032 T035 T036 T037 T038 T041 T042 T043 T044 T046 T047 T048 T049 T052 T053 T054 T055 T056 T057 T059 T061 T062 T064 T151`.split(
    /\s+/,
  ),
)

const ruleId = (number: number): string => `R${String(number).padStart(3, '0')}`
const rules = ruleRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_none, index) => ruleId(first + index)),
)
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

test('every rule and every text of document 1 is named by a test', () => {
  const tests = sourcesWith('.ts', '.tsx').filter(({ path }) => isTest(path) || path.includes('test-support'))
  expect(tests.length).toBeGreaterThan(100)
  // This list itself shows nothing.
  const source = tests
    .filter(({ path }) => !path.includes('architecture/'))
    .map(({ text }) => text)
    .join('\n')
  const named = namedIn(source)
  const said = plain(source)
  const missing = [
    ...rules.filter((id) => !named.has(id) && !(id in saysNothingToShow)),
    ...Object.entries(texts).flatMap(([id, text]) => (named.has(id) || said.includes(plain(text)) ? [] : [id])),
  ]
  expect(rules.length + Object.keys(texts).length).toBeGreaterThan(200)
  expect(missing.filter((id) => !notYet.has(id))).toEqual([])
})
