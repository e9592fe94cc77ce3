import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, flag, instant, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { sampleName } from './mail-samples.ts'

/** What stands for a value: `{count}`. */
const placeholder = /\{(\w+)\}/g
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name]) => name!)),
]

/** What is wrong with own words for a sentence; null if they can stand for it. */
export function problemOfWords(words: string, source: string): 'braces' | 'placeholder' | null {
  if (/[{}]/.test(words.replaceAll(placeholder, ''))) return 'braces'
  const names = placeholdersIn(source)
  return placeholdersIn(words).every((name) => names.includes(name)) ? null : 'placeholder'
}

export const maxWords = 600
/** How many versions of a sentence are shown. */
export const shownVersions = 10

const mailText = z.object({
  source: z.string().meta({ description: 'The sentence in English, by which it is known.' }),
  is_subject: flag.meta({ description: 'Whether it is the subject; else it is part of the body.' }),
  standard: z.string().meta({ description: 'The words of the product, in the language that was asked for.' }),
  words: z.string().nullable().meta({ description: 'The company’s own; null while it has none.' }),
  versions: z.array(
    z.object({
      words: z.string().nullable().meta({ description: 'Null: back to the words of the product.' }),
      by: z.string(),
      at: instant,
    }),
  ),
})
export type MailText = Plain<z.output<typeof mailText>>

const owners: Access = { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } }

export const listMailTexts = operation({
  id: 'own',
  name: 'listMailTexts',
  area: 'mails',
  method: 'GET',
  path: '/configuration/mails/{companyID}/texts',
  summary: 'Lists the sentences of one of the company’s emails that can be put in other words, with earlier versions.',
  params: z.strictObject({ companyID: id }),
  query: z.strictObject({ name: sampleName, lang: z.enum(languages).default('en') }),
  answer: z.object({ data: z.array(mailText) }),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const saveMailText = operation({
  id: 'own',
  name: 'saveMailText',
  area: 'mails',
  method: 'POST',
  path: '/configuration/mails/texts',
  summary: 'Puts a sentence of the company’s emails in other words, wherever it appears; null takes them back.',
  body: z.strictObject({
    companyID: id,
    name: sampleName,
    lang: z.enum(languages),
    source: z.string().min(1).max(1_000),
    words: line(maxWords).nullable(),
  }),
  answer: doneAnswer,
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 120, perSeconds: 3600, by: 'user' }],
})
