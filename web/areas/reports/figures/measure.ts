import type { Text } from '../../../i18n/texts.tsx'

/** A figure of a day that a chart can draw and its table names. Money is in 1/10,000 dollar. */
export type Measure<Sums> = {
  key: string
  name: Text
  isMoney: boolean
  valueOf: (sums: Sums) => number
}

/** One day of a period, with the day as far into the period before. */
export type FigureDay<Sums> = Sums & { date: string; previous: Sums }
