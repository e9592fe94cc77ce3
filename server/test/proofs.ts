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

/** A test that only runs in full. The everyday run does not define it, so it is not counted as skipped. */
export const prove = (isWhole ? test : () => {}) as typeof test
