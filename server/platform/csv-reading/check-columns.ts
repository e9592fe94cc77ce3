import { invalid } from '../failure.ts'

/** The names of a file's columns, if each can be told from the others. Throws `invalid` otherwise. */
export function checkColumns(columns: string[], most: number, field: string): string[] {
  const twice = columns.find((name, at) => columns.indexOf(name) !== at)
  if (columns.length === 0) throw invalid(field, 'The file has no line of column names.')
  if (twice !== undefined) throw invalid(field, `Two columns are named ${twice}.`)
  if (columns.length > most) throw invalid(field, `The file has more than ${most} columns.`)
  return columns
}
