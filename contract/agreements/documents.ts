import { z } from 'zod'
import { open } from '../core/access.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { documentNames } from './document-names.ts'

export const documentLanguage = z.enum(languages)

/** A document as rendered for this host. */
const filledDocument = z.object({
  name: z.enum(documentNames),
  version: z.int(),
  language: documentLanguage,
  title: z.string(),
  /** Safe to render as HTML: the server has replaced the variables in braces and escaped their values (R167). */
  html: z.string(),
  /** SHA-256 of `html` in hexadecimal; a certificate of acceptance contains the same hash. */
  sha256: z.string(),
  published_at: instant,
})
export type FilledDocument = Plain<z.output<typeof filledDocument>>

export const readDocument = operation({
  id: 'C023',
  name: 'readDocument',
  area: 'agreements',
  method: 'GET',
  path: '/document/agreement',
  summary: 'Reads the latest version of a document, in the brand of the requested host.',
  query: z.strictObject({ name: z.enum(documentNames), language: documentLanguage.default('en') }),
  answer: z.object({ result: z.literal('success'), data: filledDocument }),
  access: open,
  limits: [{ count: 120, perSeconds: 60, by: 'address' }],
})
