import { test } from 'vitest'

/**
 * Whether slow proofs run in full: all kills, starts, pages and inputs. `npm run prove` and CI set it; the everyday run
 * takes a sample of similar cases, always the same one.
 */
const isWhole = process.env['PROVE'] === 'whole'

export const sampleOf = <T>(sample: T, whole: T): T => (isWhole ? whole : sample)

/** The rows for the everyday run: the first and then every `step`-th. */
export const everyNth = <T>(rows: readonly T[], step: number): readonly T[] =>
  isWhole ? rows : rows.filter((_row, at) => at % step === 0)

const changedOperations = new Set(process.env['CHANGED_OPERATIONS']?.split(','))

/** The rows about operations for the everyday run: those of changed areas, and every third of the others. */
export const everyThirdOr = <T>(rows: readonly T[], nameOf: (row: T) => string): readonly T[] =>
  isWhole ? rows : rows.filter((row, at) => at % 3 === 0 || changedOperations.has(nameOf(row)))

/** A test that only runs in full. The everyday run does not define it, so it is not counted as skipped. */
export const prove = (isWhole ? test : () => {}) as typeof test
