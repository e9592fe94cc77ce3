import { fieldsOf, type ColumnFields, type ListField } from '#contract/enrichment/columns.ts'

export type KnownColumn = { heading: string; field: string }

/** Whether some columns cannot be identified by their headings. */
export const hasUnknownColumns = (columns: readonly string[]): boolean => fieldsOf(columns).includes('')

/** The initial mapping: what the user chose for the same heading last time, else what the heading suggests. */
export function startOf(columns: readonly string[], memory: readonly KnownColumn[]): ColumnFields {
  const fieldOf = new Map(memory.map(({ heading, field }) => [heading, field as ListField | '']))
  const fields = new Set(columns.map((column) => fieldOf.get(column) ?? ''))
  const guesses = fieldsOf(columns)
  return Object.fromEntries(
    columns.map((column, at) => [column, fieldOf.get(column) ?? (fields.has(guesses[at]!) ? '' : guesses[at]!)]),
  )
}

/** Assigns a field to a column and removes it from any other column: each field can be mapped only once. */
export function choose(fields: ColumnFields, column: string, field: ListField | ''): ColumnFields {
  const entries = Object.entries(fields).map(([other, value]) => [other, value === field ? '' : value] as const)
  return { ...Object.fromEntries(entries), [column]: field }
}
