import { z } from 'zod'
import { plainInformation } from '../identity/advance-information.ts'
import { guessMapping } from '../identity/guess-mapping.ts'
import { personFields } from '../identity/imports.ts'

/** By which columns somebody can be found: a list needs one of them. */
const keyFields = ['email', 'md5', 'sha1', 'sha256', 'phone'] as const
export type KeyField = (typeof keyFields)[number]

/** What a column of a list can hold that says who somebody is. */
export const whoFields = personFields.filter((field) => field !== 'external_id')
type TraitOfList = `trait.${string}`
/** What it can hold that is known of them already, and is not added again. */
export const knownFields = plainInformation.map((kind): TraitOfList => `trait.${kind}`)

export type ListField = (typeof whoFields)[number] | TraitOfList

/** What each column of a list holds, in their order; empty where it is not used. */
export type ListFields = readonly (ListField | '')[]

const listField = z.enum([...whoFields, ...knownFields, '']) as unknown as z.ZodType<ListField | ''>

/** As a form sends it: what columns hold by their headings. Those that are left out are not used. */
export const columnFields = z.record(z.string().max(255), listField)
export type ColumnFields = z.infer<typeof columnFields>

export const isKeyField = (field: ListField | ''): field is KeyField => keyFields.some((key) => key === field)

/** What the columns hold, as far as their headings tell. */
export function fieldsOf(columns: readonly string[]): ListFields {
  const fieldOf = new Map(Object.entries(guessMapping(columns)).map(([field, column]) => [column, field] as const))
  return columns.map((column) => listField.safeParse(fieldOf.get(column)).data ?? '')
}
