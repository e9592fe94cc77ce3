import { z } from 'zod'
import { sentences } from './sentences.ts'

/** The specification's spelling of a boolean (`plain.ts` converts it at the edge). */
export const flag = z.enum(['T', 'F'])
export const toFlag = (value: boolean): 'T' | 'F' => (value ? 'T' : 'F')

/** The answer of writing calls: `message` is shown as a notification. */
export const doneAnswer = z.object({ result: z.literal('success'), message: z.string() })
export const doneWith = <Data extends z.ZodType>(data: Data) =>
  z.object({ result: z.literal('success'), message: z.string(), data })

/**
 * The version of a form's data, from the answer that filled it. If sent with the form, the call answers with a conflict
 * once somebody else has changed one of its fields; if omitted, the last save wins.
 */
export const formVersion = z
  .string()
  .max(1_000)
  .regex(/^[0-9a-z]{1,12}\.(?:[A-Za-z0-9_-]{4})+$/, sentences.formVersion)

/** A calendar date without a time zone, as used by lists and campaigns (OQ-63). The database knows no year 0. */
export const localDate = z
  .string()
  .regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, sentences.date)
  .refine((text) => {
    const date = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  }, sentences.date)

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime()

/** Any visible character: no spaces, no direction or joining marks, no letters that render as nothing. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Single-line text: trimmed, with a visible character, without control characters, 255 characters by default. */
export const line = (max = 255) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
    .refine((text) => text === '' || visible.test(text), sentences.invisible)

/** A path segment that this call does not use yet: empty or `all` (OQ-38). */
export const unusedSegment = z.enum(['', 'all']).default('all')

/** A free-text path segment; `all` and the empty text mean "no search". The length is capped first. */
export const searchText = z.string().max(100).default('all')
export const isSearch = (text: string): boolean => text !== 'all' && text.trim() !== ''
