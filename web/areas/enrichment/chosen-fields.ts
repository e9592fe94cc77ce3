import { fieldsOf, type ColumnFields, type ListField } from '#contract/enrichment/columns.ts'

export type KnownColumn = { heading: string; field: string }

/** Whether the headings of a list leave open what some of its columns hold. */
export const leavesOpen = (columns: readonly string[]): boolean => fieldsOf(columns).includes('')

/** What columns probably hold: as it was said of their headings last time, else as these tell. */
export function startOf(columns: readonly string[], known: readonly KnownColumn[]): ColumnFields {
  const said = new Map(known.map(({ heading, field }) => [heading, field as ListField | '']))
  const taken = new Set(columns.map((column) => said.get(column) ?? ''))
  const told = fieldsOf(columns)
  return Object.fromEntries(
    columns.map((column, at) => [column, said.get(column) ?? (taken.has(told[at]!) ? '' : told[at]!)]),
  )
}

/** One column holds what another was thought to hold: of two, the one that was chosen last. */
export function choose(fields: ColumnFields, column: string, field: ListField | ''): ColumnFields {
  const freed = Object.entries(fields).map(([other, held]) => [other, held === field ? '' : held] as const)
  return { ...Object.fromEntries(freed), [column]: field }
}
