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
import { reasonTitles } from '#contract/leads/reason-titles.ts'
import { stageDetails, stageNames } from '#contract/leads/stage-names.ts'
import { payoutCauses } from '#contract/payments/payouts.ts'
import { runCauses } from '#contract/reports/schedules.ts'
import { columnNames, kindNames } from '#contract/reports/table-names.ts'
import { errorCatalog } from '#contract/core/errors.ts'
import { sentences } from '#contract/core/sentences.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const sources = (readdirSync(web, { recursive: true }) as string[])
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '') }))

/** Texts in source code: `t('…')`, `msg("…")`, `translate('…')`, also across line breaks. */
const written = /\b(?:t|msg|translate)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)/g
const choice = /\b(?:t|translate)\(\s*[^'"`()]*\?\s*'([^'\n]*)'\s*:\s*'([^'\n]*)'/g
const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

const textsOf = (source: string): string[] => [
  ...[...source.matchAll(written)].map((match) => unescaped(match[1] ?? match[2] ?? match[3] ?? '')),
  ...[...source.matchAll(choice)].flatMap((match) => match.slice(1).map(unescaped)),
]

const used = new Map<string, string>()
for (const { name, text } of sources) for (const one of textsOf(text)) used.set(one, name)
/** The pages that `public-pages.ts` names, and the panels of the login page. */
const publicPages =
  /^areas\/(?:people\/registration|sign-in\/(?:sso|password))\/[\w-]+-(?:page|panel|form|errors)\.tsx?$|confirm-email-page\.tsx$|verify-panel\.tsx$|public-phone\.tsx$|^app\/pages\/public-/

type Catalog = { messages: Record<string, string>; serverTexts?: Record<string, string> }
const areas = Object.entries(import.meta.glob<Catalog>('./ar/*.ts', { eager: true }))
const arabic = new Map(
  areas.flatMap(([, { messages, serverTexts }]) => Object.entries({ ...messages, ...serverTexts })),
)

const partOf = (name: string): Record<string, string> => {
  const { messages, serverTexts } = areas.find(([file]) => file === `./ar/${name}.ts`)![1]
  return { ...messages, ...serverTexts }
}

const namesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!).toSorted()

describe('the Arabic catalog', () => {
  it('is read, and so is the source', () => {
    expect(used.size).toBeGreaterThan(40)
    expect(arabic.size).toBeGreaterThan(40)
  })

  // The last duplicate would win, and the text would differ from the one that was reviewed.
  it('has each text once', () => {
    const all = areas.flatMap(([, { messages, serverTexts }]) => [messages, serverTexts ?? {}].flatMap(Object.keys))
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([])
  })

  it('has every text that the source shows', () => {
    expect([...used].filter(([text]) => !arabic.has(text)).map(([text, name]) => `${name}: ${text}`)).toEqual([])
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
    const sent = [
      ...Object.values(stageNames),
      ...Object.values(reasonTitles),
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
      ...[...industries, ...seniorities, ...departments].map(({ name }) => name),
    ]
    expect(sent.filter((text) => !arabic.has(text))).toEqual([])
  })

  it('has every word of the activity log', () => {
    const names: string[] = Object.values(moduleNames)
    const said = [...Object.values(actionWords), unknownAction, ...everyDetailWord]
    expect(said.length).toBeGreaterThan(150)
    expect([...new Set(said)].filter((text) => !names.includes(text) && !arabic.has(text))).toEqual([])
  })

  it('has no unused text', () => {
    const unused = areas.flatMap(([file, { messages }]) =>
      Object.keys(messages)
        .filter((text) => !used.has(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(unused).toEqual([])
  })

  it('has the same placeholders as the English text, and parses as a message', () => {
    for (const [english, text] of arabic) {
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
    for (const [english, text] of arabic) expect(`${english}: ${text}`).toMatch(/\p{Script_Extensions=Arabic}/u)
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
