/** Widths that readers gave columns, in rem, by the columns' keys. */
export type Widths = Readonly<Record<string, number>>

const least_rem = 4
const most_rem = 40

const within = (width: number): number => Math.min(most_rem, Math.max(least_rem, Math.round(width * 2) / 2))

/** Reads widths as a view stores them: `name:12.5,email:20`. What cannot be read is left out. */
export function readWidths(text: string | undefined): Widths {
  const entries = (text ?? '').split(',').flatMap((part) => {
    const [key = '', width = ''] = part.split(':')
    const value = Number(width)
    return key !== '' && value >= least_rem && value <= most_rem ? [[key, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The widths with another one of a column, as a view stores them. */
export const writeWidth = (widths: Widths, key: string, width: number): string =>
  Object.entries({ ...widths, [key]: within(width) })
    .map((entry) => entry.join(':'))
    .join(',')
