import { largestPicture_bytes } from '#contract/people/profile.ts'
import { msg, type Text } from '../i18n/texts.tsx'

export type FileRule = {
  /** Media types, and endings for files of which the browser knows none. */
  types: readonly string[]
  endings: readonly string[]
  largest_bytes: number
  /** The messages for a wrong type and for a file that is too large. */
  texts: { type: Text; size: Text }
}

/** Formats that a picture may have: the server redraws it, and reads no other. */
const raster = { types: ['image/png', 'image/jpeg', 'image/webp'], endings: ['.png', '.jpg', '.jpeg', '.webp'] }

export const portraitRule: FileRule = {
  ...raster,
  largest_bytes: largestPicture_bytes,
  texts: { type: msg('Choose a PNG, JPEG or WebP image.'), size: msg('The picture may have at most 5 MB.') },
}

export const logoRule: FileRule = {
  types: [...raster.types, 'image/svg+xml'],
  endings: [...raster.endings, '.svg'],
  largest_bytes: 500_000,
  texts: { type: msg('Choose a PNG, JPEG, WebP or SVG image.'), size: msg('The image may have at most 500 kB.') },
}

export const importRule: FileRule = {
  types: ['text/csv'],
  endings: ['.csv'],
  largest_bytes: Number.POSITIVE_INFINITY,
  texts: { type: msg('Choose a CSV file.'), size: msg('Choose a CSV file.') },
}

/** For the browser's own dialog; what is dropped or chosen all the same is checked. */
export const acceptOf = ({ types, endings }: FileRule): string => [...types, ...endings].join(',')

/** What is wrong with a file, when it is chosen and not after it was sent; null for nothing. */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, rule: FileRule): Text | null {
  const ending = rule.endings.some((one) => name.toLowerCase().endsWith(one))
  // Some systems name no media type, or their office program's for CSV: there the ending counts.
  const fits = rule.types.includes(type) || (ending && !type.startsWith('image/'))
  if (!fits) return rule.texts.type
  return size > rule.largest_bytes ? rule.texts.size : null
}
