import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { valuesOf } from './constants.ts'
import { isTest, projectRoot, sourcesWith, type Source } from './sources.ts'

// Each number in docs/security.md names the constant that defines it: 10 minutes (`accessLife_ms`).

/** Factors from a document's unit to the constant's, by the suffix of the constant's name. */
const units: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  _ms: { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 },
  _s: { seconds: 1, minutes: 60, hours: 3_600 },
  _days: { days: 1 },
  _bytes: { bytes: 1, KiB: 1024, MiB: 1024 ** 2 },
}
const endingOf = (name: string): string => /_(?:ms|s|days|bytes)$/i.exec(name)?.[0].toLowerCase() ?? ''

/** A number, at most three words after it, and the constant: "10 minutes (`accessLife_ms`)". */
const claim = /(?<![\w-])(\d[\d,]*)((?: [\w’-]+){0,3}) \(`([\w.]+)`/g
const numberWords = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundred'
/** Numbers without a constant, after removing names, code, status codes and references. */
const bare = new RegExp(`(?<![\\w-])(?:\\d[\\d,]*|(?:${numberWords})(?= ))`, 'gi')
const noNumbers = /`[^`]*`|\]\([^)]*\)|(?:SEC|AES|OQ)-[\w-]+|decision \d+|\b[45]\d\d\b|^#.*$/gm

function documentedValue(said: string, words: string, name: string): number {
  const ending = endingOf(name)
  const number = Number(said.replaceAll(',', ''))
  const unit = words.split(' ').find((word) => word in (units[ending] ?? {}))
  return ending === '' ? number : number * (units[ending]?.[unit ?? ''] ?? NaN)
}

/** The problems with a document's numbers. */
function problemsIn(document: string, sources: readonly Source[]): string[] {
  const rules = document.slice(document.indexOf('\n## ')).replaceAll(/\n {2}(?=\S)|(?<=\S)\n(?=[^\s#-])/g, ' ')
  const mistakes = [...rules.matchAll(claim)].flatMap(([, said, words, name]) => {
    const values = valuesOf(name!, sources)
    if (values.length !== 1) return [`${name} is declared ${values.length} times`]
    return documentedValue(said!, words!, name!) === values[0] ? [] : [`${said}${words} is not ${name}, ${values[0]}`]
  })
  const alone = rules.replaceAll(claim, '').replaceAll(noNumbers, '').match(bare) ?? []
  return [...mistakes, ...alone.map((number) => `${number} names no constant`)]
}

test('every number in the security rules equals its constant', () => {
  const sources = sourcesWith('.ts').filter(({ path }) => /^(?:contract|server)\//.test(path) && !isTest(path))
  const document = readFileSync(join(projectRoot, 'docs/security.md'), 'utf8')
  expect([...document.matchAll(claim)].length).toBeGreaterThan(25)
  expect(problemsIn(document, sources)).toEqual([])
})

test('a number that differs, has no constant, or names a missing one is detected', () => {
  const text = [
    'const minute_ms = 60_000',
    'export const life_ms = 10 * minute_ms',
    'const terms: Terms = { atOnce: 3, idle_ms: minute_ms / 2 }',
    'const room_bytes = 19 * 1024 ** 2',
  ].join('\n')
  const rightText =
    'It lives 10 minutes (`life_ms`), idle 30 seconds\n  (`terms.idle_ms`), 19 MiB (`room_bytes`), 404 (SEC-3).'
  const wrongText =
    'At most 4 (`terms.atOnce`) of 11 minutes (`life_ms`), 5 times (`gone`) within 7 days, up to three times.'
  const sources = [{ path: 'server/planted.ts', text }]
  expect(problemsIn(`Of 9 things.\n\n## SEC-1 One\n\n- ${rightText}\n`, sources)).toEqual([])
  expect(problemsIn(`\n## SEC-1 One\n\n- ${wrongText}\n`, sources)).toEqual([
    '4 is not terms.atOnce, 3',
    '11 minutes is not life_ms, 600000',
    'gone is declared 0 times',
    '7 names no constant',
    'three names no constant',
  ])
})
