import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { passwordTexts } from '#contract/sign-in/password-rules.ts'
import { actionWords, unknownAction } from '#contract/activity/action-words.ts'
import { everyDetailWord } from '#contract/activity/detail-words.ts'
import { reidentificationTypes } from '#contract/campaigns/campaign.ts'
import { departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import { moduleNames } from '#contract/campaigns/modules.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { nameOfField, sendableFields, services } from '#contract/integrations/services.ts'
import { suggestedContact } from '#contract/leads/lead.ts'
import { messages as reasonsInArabic } from '#i18n/ar/reasons.ts'
import { reasonGroupTable } from '#contract/leads/reason-groups.ts'
import { defaultPipeline } from '#contract/leads/pipeline.ts'
import { reasonTable } from '#contract/leads/reasons.ts'
import { stageDetails } from '#contract/leads/stage-details.ts'
import { regionRules } from '#contract/privacy/region-rules.ts'
import { allowingRule, consentSignals, noSignal } from '#contract/tracking/consent-signals.ts'
import { payoutCauses } from '#contract/payments/payouts.ts'
import { runCauses } from '#contract/reports/schedules.ts'
import { columnNames, kindNames } from '#contract/reports/table-names.ts'
import { errorCatalog } from '#contract/core/errors.ts'
import { sentences } from '#contract/core/sentences.ts'
import { arabic as serverCatalog, readings } from '#i18n/arabic.ts'

interface Code {
  name: string
  code: string
  /** Without comments. */
  text: string
}
const sourcesIn = (folder: string): Code[] => {
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url))
  return (readdirSync(path, { recursive: true }) as string[])
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ name, code: readFileSync(join(path, name), 'utf8') }))
    .map((one) => ({ ...one, text: one.code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '') }))
}
const sources = sourcesIn('web')

/** Texts in source code: `t('…')`, `msg("…")`, `translate('…')`, also across line breaks. */
const call = /\b(?:t|msg|say|translate)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)/g
const choice = /\b(?:t|say|translate)\(\s*[^'"`()]*\?\s*'([^'\n]*)'\s*:\s*'([^'\n]*)'/g
const unescapeText = (text: string): string => text.replace(/\\(.)/g, '$1')

const textsOf = (source: string): string[] => [
  ...[...source.matchAll(call)].map((match) => unescapeText(match[1] ?? match[2] ?? match[3] ?? '')),
  ...[...source.matchAll(choice)].flatMap((match) => match.slice(1).map(unescapeText)),
]

const places = new Map<string, string>()
for (const { name, text } of sources) for (const one of textsOf(text)) places.set(one, name)
/** The pages that `public-pages.ts` names, and the panels of the login page. */
const publicPages =
  /^areas\/(?:people\/registration|sign-in\/(?:sso|password))\/[\w-]+-(?:page|panel|form|errors)\.tsx?$|confirm-email-page\.tsx$|stop-mail-page\.tsx$|verify-panel\.tsx$|public-phone\.tsx$|^app\/pages\/public-/

type Catalog = Record<string, string>
const areas = Object.entries(import.meta.glob<Catalog>('../../i18n/ar/*.ts', { eager: true, import: 'messages' }))
const arabic = new Map(areas.flatMap(([, messages]) => Object.entries(messages)))
/** Texts that no page shows, such as those of mails. */
const ofServer = Object.entries(
  import.meta.glob<Catalog>(['../../i18n/ar/server/*.ts', '!**/readings.ts'], { eager: true, import: 'messages' }),
)
const everything = new Map([...arabic, ...ofServer.flatMap(([, messages]) => Object.entries(messages))])
const translations: [string, string][] = [
  ...everything,
  ...Object.values(readings).flatMap((reading) => Object.entries<string>(reading)),
]

const partOf = (name: string): Catalog => areas.find(([file]) => file.endsWith(`/ar/${name}.ts`))![1]

/** Every string in the code of the server, the contract and the pages; one with values is a pattern. Comments hold none. */
const strings = new Set<string>()
const patterns: RegExp[] = []
const string = /\/\*[^]*?\*\/|(?<![:'])\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
for (const { code, text } of [...sources, ...sourcesIn('server'), ...sourcesIn('contract')]) {
  for (const one of textsOf(text)) strings.add(one)
  for (const [, single, double, template] of code.matchAll(string))
    if (template?.includes('${')) patterns.push(...patternOf(template))
    else strings.add(unescapeText(single ?? double ?? template ?? ''))
}
function patternOf(template: string): RegExp[] {
  const parts = template.split(/\$\{[^}]*\}/)
  // A template of values alone would stand for any text.
  if (!/[a-z]{3}/.test(parts.join(' '))) return []
  return [new RegExp(`^${parts.map((part) => unescapeText(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)]
}
const isWritten = (text: string): boolean => strings.has(text) || patterns.some((pattern) => pattern.test(text))

const textsOfReasons: string[] = [...Object.values(reasonTable), ...Object.values(reasonGroupTable)].flatMap((row) => [
  row.title,
  row.hint,
  ...('passed' in row ? [row.passed] : []),
])

const namesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!).toSorted()

describe('the Arabic catalog', () => {
  it('is read, and so is the source', () => {
    expect(places.size).toBeGreaterThan(40)
    expect(arabic.size).toBeGreaterThan(40)
  })

  // The last duplicate would win, and the text would differ from the one that was reviewed.
  it('has each text once', () => {
    const all = [...areas, ...ofServer].flatMap(([, messages]) => Object.keys(messages))
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([])
  })

  it('has every text that the source shows', () => {
    expect([...places].filter(([text]) => !arabic.has(text)).map(([text, name]) => `${name}: ${text}`)).toEqual([])
  })

  it('has every text that the server says', () => {
    const texts = sourcesIn('server').flatMap(({ name, text }) => textsOf(text).map((one) => ({ name, one })))
    expect(texts.length).toBeGreaterThan(150)
    expect(texts.filter(({ one }) => !everything.has(one)).map(({ name, one }) => `${name}: ${one}`)).toEqual([])
  })

  it('is read whole by the server', () => {
    expect(Object.keys(serverCatalog).toSorted()).toEqual([...everything.keys()].toSorted())
  })

  // The login and the public pages load only these two parts.
  it.each([
    ['login', ['login'], /^areas\/sign-in\/(?:login|public)-[\w-]+\.tsx$/],
    ['public', ['login', 'public'], publicPages],
  ] as const)('has every text of its part for the pages that load %s only', (_extent, parts, pages) => {
    const there = new Set(parts.flatMap((part) => Object.keys(partOf(part))))
    const lines = sources
      .filter(({ name }) => pages.test(name))
      .flatMap(({ name, text }) => textsOf(text).map((one) => `${name}: ${one}`))
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line) => !there.has(line.slice(line.indexOf(': ') + 2)))).toEqual([])
  })

  it('has every message of the error catalog', () => {
    expect(
      Object.values(errorCatalog)
        .map(({ message }) => message)
        .filter((message) => !arabic.has(message)),
    ).toEqual([])
  })

  it('has every sentence that the server sends with a lead, a delivery or an import', () => {
    const { value: _plain, ...details } = stageDetails
    const texts = [
      ...textsOfReasons,
      ...Object.values(columnNames),
      ...Object.values(kindNames),
      ...Object.values(runCauses),
      ...Object.values(details),
      ...Object.values(causeTexts),
      ...Object.values(payoutCauses),
      ...sendableFields.map(nameOfField),
      ...Object.values(services).flatMap(({ purpose, fields }) => [
        purpose,
        ...fields.flatMap(({ label, hint }) => [label, ...(hint ? [hint] : [])]),
      ]),
      ...Object.values(passwordTexts),
      ...reidentificationTypes,
      ...Object.values(sentences),
      suggestedContact,
      noSignal,
      ...regionRules.map(({ name }) => name),
      ...Object.values(consentSignals),
      ...Object.values(allowingRule),
      ...defaultPipeline.map(({ name }) => name),
      ...[...industries, ...seniorities, ...departments].map(({ name }) => name),
    ]
    expect(texts.filter((text) => !arabic.has(text))).toEqual([])
  })

  it('has no text of a reason that no reason has', () => {
    expect(Object.keys(reasonsInArabic).filter((text) => !textsOfReasons.includes(text))).toEqual([])
  })

  it('has every word of the activity log', () => {
    const names: string[] = Object.values(moduleNames)
    const texts = [...Object.values(actionWords), unknownAction, ...everyDetailWord]
    expect(texts.length).toBeGreaterThan(150)
    expect([...new Set(texts)].filter((text) => !names.includes(text) && !arabic.has(text))).toEqual([])
  })

  it('has no unused text', () => {
    const leftovers = [...areas, ...ofServer].flatMap(([file, messages]) =>
      Object.keys(messages)
        .filter((text) => !places.has(text) && !isWritten(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(strings.size).toBeGreaterThan(4_000)
    expect(leftovers).toEqual([])
    expect(['A text that nobody says.', 'The file has more cats.'].filter(isWritten)).toEqual([])
  })

  it('has the same placeholders as the English text, and parses as a message', () => {
    for (const [english, text] of translations) {
      expect(() => compileMessage(text)).not.toThrow()
      expect([
        english,
        [...new Set(namesOf(text))].filter((name) => /^[a-z]/.test(name) && !namesOf(english).includes(name)),
      ]).toEqual([english, []])
      for (const name of namesOf(english).filter((one) => !/plural|select/.test(one)))
        expect(`${english}: ${text}`).toContain(`{${name}`)
    }
  })

  it('is Arabic', () => {
    for (const [english, text] of translations) expect(`${english}: ${text}`).toMatch(/\p{Script_Extensions=Arabic}/u)
  })
})

describe('a message of the server', () => {
  it('is translated into Arabic with any number, and left as received in English', async () => {
    const { loadLocale } = await import('./prepare-locale.ts')
    const { translateSentence } = await import('./texts.tsx')
    await loadLocale('ar', 'login')
    expect(translateSentence('Enter at most 255 characters.')).toBe('أكبر عدد للأحرف هو 255.')
    expect(translateSentence('Enter a date from 2000 to 2100.')).toMatch(/\p{Script=Arabic}/u)
    expect(translateSentence('Unknown ZIP codes: 00001, 00002.')).toMatch(/^\p{Script=Arabic}[^]*: 00001, 00002\.$/u)
    await loadLocale('en', 'login')
    expect(translateSentence('Unknown ZIP codes: 00001, 00002.')).toBe('Unknown ZIP codes: 00001, 00002.')
    expect(translateSentence('Enter at most 255 characters.')).toBe('Enter at most 255 characters.')
  })
})
