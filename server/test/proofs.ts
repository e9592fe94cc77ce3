import { test } from 'vitest'

/**
 * Whether slow proofs are made whole: all kills, starts, pages and inputs. `npm run prove` and CI set it; the everyday run takes
 * a sample, the same one each time, of what is the same a hundred times over.
 */
const isWhole = process.env['PROVE'] === 'whole'

export const sampleOf = <T>(sample: T, whole: T): T => (isWhole ? whole : sample)

/** Those of the rows that the everyday run sees: the first and every so manyth after it. */
export const everyNth = <T>(rows: readonly T[], step: number): readonly T[] =>
  isWhole ? rows : rows.filter((_row, at) => at % step === 0)

/** A test that is made whole or not at all. The everyday run does not know it, and so counts it as nothing. */
export const prove = (isWhole ? test : () => {}) as typeof test
