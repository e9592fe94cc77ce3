import type { Text } from '../../i18n/texts.tsx'

/** A daily figure that a chart can draw, with its name for the table. Money is in 1/10,000 dollar. */
export type Measure<Sums> = {
  key: string
  name: Text
  isMoney: boolean
  valueOf: (sums: Sums) => number
}

/** One day of a period, with the corresponding day of the previous period. */
export type FigureDay<Sums> = Sums & { date: string; previous: Sums }
