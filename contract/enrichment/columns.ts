import { z } from 'zod'
import { plainInformation } from '../identity/advance-information.ts'
import { guessMapping } from '../identity/guess-mapping.ts'
import { personFields } from '../identity/imports.ts'

/** Columns that a person can be matched by: a list needs at least one. */
export const keyFields = ['email', 'md5', 'sha1', 'sha256', 'phone'] as const
export type KeyField = (typeof keyFields)[number]

/** The identifying fields that a list's column can hold. */
export const whoFields = personFields.filter((field) => field !== 'external_id')
type TraitOfList = `trait.${string}`
/** Known data that a column can hold, which enrichment does not add again. */
export const knownFields = plainInformation.map((kind): TraitOfList => `trait.${kind}`)

export type ListField = (typeof whoFields)[number] | TraitOfList

/** The field in each column of a list, in order; empty if unused. */
export type ListFields = readonly (ListField | '')[]

const listField = z.enum([...whoFields, ...knownFields, '']) as unknown as z.ZodType<ListField | ''>

/** As a form sends it: fields by column heading. Omitted columns are not used. */
export const columnFields = z.record(z.string().max(255), listField)
export type ColumnFields = z.infer<typeof columnFields>

export const isKeyField = (field: ListField | ''): field is KeyField => keyFields.some((key) => key === field)

/** Guesses the fields of the columns from their headings. */
export function fieldsOf(columns: readonly string[]): ListFields {
  const fieldOf = new Map(Object.entries(guessMapping(columns)).map(([field, column]) => [column, field] as const))
  return columns.map((column) => listField.safeParse(fieldOf.get(column)).data ?? '')
}
