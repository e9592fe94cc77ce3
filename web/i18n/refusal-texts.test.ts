import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { messages } from './arabic.ts'

const folder = fileURLToPath(new URL('../../server', import.meta.url))
/** What answers programs only, or nobody: developers' tokens, pixels, headers, stand-ins for outside services. */
const forPrograms =
  /^areas\/(?:tracking|ledger|leads\/resolve)\/|^areas\/developers\/(?:issue-oauth-token|validate-sso)\.ts$|^platform\/http\/|stand-in/

/** Refusals that no screen can cause, and those that end in names after a sentence. */
const notTranslated = [
  'A company was removed in the meantime.',
  'A count is tried again as it is. Leave this out.',
  'Campaigns are still linked to {n}. Unlink them first.',
  'Name either a message or an instant.',
  'Only a webhook has an address.',
  'Sales staff cannot filter by it.',
  'The upload has one field: file.',
  'There are still active campaigns: {n}. Please stop them manually first.',
  'These places have more than {n} ZIP codes. Count fewer states.',
  'This does not match the company.',
  'This must be {n}.',
]

const refusal =
  /\b(?:invalid|problem)\(\s*[^,()]+,\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)|\bmessage:\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g

/** With `{n}` in place of each value, as pages look a message up. */
const textOf = ([, field, fieldTemplate, message, template]: RegExpMatchArray): string =>
  (field ?? message ?? (fieldTemplate ?? template)!.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{n}')).replaceAll(
    /\\(.)/g,
    '$1',
  )

const refusalsIn = (code: string): string[] => [...code.matchAll(refusal)].map(textOf).filter((text) => / /.test(text))
const files = (readdirSync(folder, { recursive: true }) as string[]).filter(
  (name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('test/') && !forPrograms.test(name),
)
const refusals = files.flatMap((name) =>
  refusalsIn(readFileSync(join(folder, name), 'utf8')).map((text) => ({ name, text })),
)

const texts = new Set(Object.keys(messages).map((text) => text.replaceAll(/\d[\d,]*|\{\w+\}/g, '{n}')))
const isKnown = (text: string): boolean => texts.has(text.replaceAll(/\d[\d,]*/g, '{n}'))

it('has Arabic for every refusal of the server that a screen can show', () => {
  expect(refusals.length).toBeGreaterThan(200)
  const missing = refusals.filter(({ text }) => !isKnown(text))
  expect(
    missing.filter(({ text }) => !notTranslated.includes(text)).map(({ name, text }) => `${name}: ${text}`),
  ).toEqual([])
  expect(notTranslated.filter((text) => !missing.some((one) => one.text === text))).toEqual([])
})

it('reads a refusal with and without a value', () => {
  const code = "throw invalid('name', 'Too long.'), { message: `At most ${most} can wait. Try again.` }"
  expect(refusalsIn(code)).toEqual(['Too long.', 'At most {n} can wait. Try again.'])
})
