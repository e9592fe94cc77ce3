import { fieldsOf, type ColumnFields, type ListField } from '#contract/enrichment/columns.ts'

export type KnownColumn = { heading: string; field: string }

/** Whether some columns cannot be identified by their headings. */
export const hasUnknownColumns = (columns: readonly string[]): boolean => fieldsOf(columns).includes('')

/** The initial mapping: what the user chose for the same heading last time, else what the heading suggests. */
export function startOf(columns: readonly string[], known: readonly KnownColumn[]): ColumnFields {
  const remembered = new Map(known.map(({ heading, field }) => [heading, field as ListField | '']))
  const taken = new Set(columns.map((column) => remembered.get(column) ?? ''))
  const guessed = fieldsOf(columns)
  return Object.fromEntries(
    columns.map((column, at) => [column, remembered.get(column) ?? (taken.has(guessed[at]!) ? '' : guessed[at]!)]),
  )
}

/** Assigns a field to a column and removes it from any other column: each field can be mapped only once. */
export function choose(fields: ColumnFields, column: string, field: ListField | ''): ColumnFields {
  const freed = Object.entries(fields).map(([other, held]) => [other, held === field ? '' : held] as const)
  return { ...Object.fromEntries(freed), [column]: field }
}
