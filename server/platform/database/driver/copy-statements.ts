import pg from 'pg'
import type { CopyValue } from './driver.ts'

export const copyAsText = (query: string, values: readonly CopyValue[]): string =>
  `copy (${withLiterals(query, values)}) to stdout (format text, delimiter ',', null '')`

export const copyAsBytes = (query: string, values: readonly CopyValue[]): string =>
  `copy (${withLiterals(query, values)}) to stdout (format binary)`

/** COPY takes no parameters, so values are written into its text as untyped literals, like parameters. */
const withLiterals = (query: string, values: readonly CopyValue[]): string =>
  query.replaceAll(/\$(\d+)/g, (_place, number: string) => literalOf(values[Number(number) - 1]))

function literalOf(value: CopyValue | undefined): string {
  if (value === null) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  throw new TypeError('COPY literals must be null, strings or dates')
}
