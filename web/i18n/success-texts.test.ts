import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { messages } from './arabic.ts'

const arabic = new Set(Object.keys(messages))

const folder = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['server/areas', 'contract']
  .flatMap((part) => (readdirSync(join(folder, part), { recursive: true }) as string[]).map((name) => join(part, name)))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** Their screens say it in their own words; the message is for programs. */
const notShown = [
  'server/areas/campaigns/read/check-active.ts',
  'server/areas/campaigns/site/check-site.ts',
  'server/areas/leads/send-test-lead.ts',
]

/** The rest of each answer that begins with success, as far as its message can be. */
const answersOf = (text: string): string[] =>
  [...text.matchAll(/result: 'success'(?: as const)?,/g)].map(({ 0: begin, index }) => {
    const rest = text.slice(index + begin.length).split('\n')
    return rest.slice(0, 5).join('\n').split('\n}')[0]!
  })

/** The message's expression, on one line or as a condition over three; a name alone stands for its definition. */
function messageOf(answer: string, source: string): string | null {
  const [message, shorthand] = /\b(?:message|msg)\b(?:: ([^\n]*(?:\n\s+[?:] [^\n]*)*)|,| })/.exec(answer) ?? []
  if (message === undefined) return null
  const name = shorthand === undefined ? 'message' : /^\w+(?=,| \}|\[|$)/.exec(shorthand)?.[0]
  return name === undefined ? shorthand! : definitionOf(name, source)
}

function definitionOf(name: string, source: string): string {
  const definition = new RegExp(`const ${name}\\b[^=]*=\\s*((?:[^\\n]|\\n(?= ))*)`)
  return [source, ...sources.map(({ text }) => text)].map((text) => definition.exec(text)?.[1]).find(Boolean) ?? ''
}

/** Texts for people: a value that is only compared, such as 'purge', has neither a space nor a full stop. */
const textsIn = (expression: string): string[] =>
  [...expression.matchAll(/'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"/g)]
    .map(([, single, double]) => (single ?? double)!.replace(/\\(.)/g, '$1'))
    .filter((text) => /[ .!]/.test(text))

const pageSources = sources.filter(({ name }) => !notShown.includes(name))
const successes = pageSources.flatMap(({ name, text }) =>
  answersOf(text).flatMap((answer) => {
    const message = messageOf(answer, text)
    if (message === null || message.startsWith("''")) return []
    const texts = textsIn(message)
    return texts.length === 0 ? [{ name, one: `not found: ${answer}` }] : texts.map((one) => ({ name, one }))
  }),
)

it('has Arabic for every notice of success in the server’s answers', () => {
  expect(successes.length).toBeGreaterThan(100)
  expect(successes.filter(({ one }) => !arabic.has(one)).map(({ name, one }) => `${name}: ${one}`)).toEqual([])
})
