import { z } from 'zod'
import { sentences } from './sentences.ts'

/** The specification's spelling of a yes or no: a boolean on this side of the edge (`plain.ts`). */
export const flag = z.enum(['T', 'F'])
export const toFlag = (value: boolean): 'T' | 'F' => (value ? 'T' : 'F')

/** What writing calls answer: `message` is shown as a notice. */
export const done = z.object({ result: z.literal('success'), message: z.string() })
export const doneWith = <Data extends z.ZodType>(data: Data) =>
  z.object({ result: z.literal('success'), message: z.string(), data })

/**
 * What a form was filled with, as the answer that filled it named it. Sent along with the form, it is refused with a conflict
 * once somebody else has changed one of its fields; left out, the last one to save wins.
 */
export const formVersion = z
  .string()
  .max(1_000)
  .regex(/^[0-9a-z]{1,12}\.(?:[A-Za-z0-9_-]{4})+$/, sentences.formVersion)

/** A calendar date without a zone, as lists and campaigns exchange it (OQ-63). */
export const localDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, sentences.date)
  .refine((text) => {
    const parsed = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
  }, sentences.date)

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime()

/** Anything that leaves a mark: no space, no mark of direction or joining, none of the letters that are drawn as nothing. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Text of one line: trimmed, with something to see, without control characters, at most 255 characters unless told otherwise. */
export const line = (max = 255) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
    .refine((text) => text === '' || visible.test(text), sentences.invisible)

/** A path segment that this call has no use for yet: empty or `all` (OQ-38). */
export const unusedSegment = z.enum(['', 'all']).default('all')

/** A path segment of free text; `all` and the empty text mean "no search". Length is capped before anything else. */
export const searchText = z.string().max(100).default('all')
export const isSearch = (text: string): boolean => text !== 'all' && text.trim() !== ''
