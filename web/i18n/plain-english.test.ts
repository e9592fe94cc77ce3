import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { arabic } from '#i18n/arabic.ts'

// Screens use the field's standard terms. Texts of the specification are kept verbatim.

const texts = Object.keys(arabic)

const specification = readFileSync(new URL('../../docs/specification/texts.tsv', import.meta.url), 'utf8')

/** Odd wording → what to write instead. */
const instead: readonly (readonly [odd: RegExp, say: string])[] = [
  [/\bis no (?:address|page|url|ip|e-?mail|number)\b/i, 'isn’t a valid …'],
  [/\b(?:un)?tie[ds]?\b|\bbelongs to nobody\b/i, 'linked, no match'],
  [/\b(?:leads?|those|lists?) that exist\b/i, 'existing …'],
  [/\btak(?:e|en)\b.* out of (?:the|these|this|them)\b|\bTake \S+ out\b/i, 'remove from, unarchive'],
  [/\bnot there any ?more\b|\b(?:campaigns?|IDs?|balance) there$/i, 'no longer available, external …'],
  [/\b(?:must not lie|lies) before\b/i, 'is before'],
  [/\bhow (?:\S+ ){1,4}is called\b/i, 'the name of'],
  [/\bin place of whoever\b|\bwhoever does now\b/i, 'instead of the current …'],
  [/\bthe fewest\b|^fewest .* a day$|^most leads$/i, 'minimum, maximum'],
  [/\bmade (?:by hand|by|on)$|^make (?:a|an|new|one)\b(?! Custom HTML)/i, 'created, create, generate'],
  [/\b(?:have|has) kept (?:it|them)\b/i, 'saved'],
  [/\bbegan to look\b|\bstopped looking\b|\blook only\b|\blooked at pages\b/i, 'view'],
  [/\bneeds a hand\b|\bsecond hand\b/i, 'needs attention'],
  [/\bpersons\b/i, 'people'],
  [/\be-mails?\b/i, 'email'],
  [/\b(?:in|through a|the|from the) mail(?:s|ed)?\b(?! server)/i, 'email'],
  [/\bsomebody\b/i, 'someone'],
  [/\b(?:leave|left) empty\b/i, 'leave blank'],
  [/\bany more\b/i, 'no longer'],
  [/\bin days of\b/i, 'the zone in parentheses'],
  [/\bleads (?:for none|of none)\b|\bno leads of\b/i, 'never leads'],
]

const oddIn = (text: string): string[] =>
  specification.includes(text)
    ? []
    : instead.flatMap(([odd, say]) => (odd.test(text.replaceAll(/\{\w+/g, '')) ? [`${text} → ${say}`] : []))

test('texts use the field’s terms', () => {
  expect(texts.length).toBeGreaterThan(2_000)
  expect(texts.flatMap(oddIn)).toEqual([])
})

test('an unidiomatic text is found', () => {
  expect(oddIn('{persons} come by e-mail.')).toEqual(['{persons} come by e-mail. → email'])
  expect(oddIn('Campaigns are tied to it.')).toHaveLength(1)
  expect(oddIn('Remove it from the list.')).toEqual([])
})
