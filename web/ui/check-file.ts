import { largestPicture_bytes } from '#contract/people/profile.ts'
import { msg, type Text } from '../i18n/texts.tsx'

export type FileRule = {
  /** Allowed media types, and extensions for files whose type the browser does not know. */
  types: readonly string[]
  endings: readonly string[]
  largest_bytes: number
  /** The messages for a wrong type and for a file that is too large. */
  texts: { type: Text; size: Text }
}

/** Formats for pictures: the server re-encodes them and decodes no other formats. */
const raster = { types: ['image/png', 'image/jpeg', 'image/webp'], endings: ['.png', '.jpg', '.jpeg', '.webp'] }

export const portraitRule: FileRule = {
  ...raster,
  largest_bytes: largestPicture_bytes,
  texts: { type: msg('Choose a PNG, JPEG or WebP image.'), size: msg('The image can be at most 5 MB.') },
}

export const logoRule: FileRule = {
  types: [...raster.types, 'image/svg+xml'],
  endings: [...raster.endings, '.svg'],
  largest_bytes: 500_000,
  texts: { type: msg('Choose a PNG, JPEG, WebP or SVG image.'), size: msg('The image can be at most 500 kB.') },
}

export const importRule: FileRule = {
  types: ['text/csv'],
  endings: ['.csv'],
  largest_bytes: Number.POSITIVE_INFINITY,
  texts: { type: msg('Choose a CSV file.'), size: msg('Choose a CSV file.') },
}

/** The browser's file dialog filters by this; files are checked anyway, because users can bypass the filter. */
export const acceptOf = ({ types, endings }: FileRule): string => [...types, ...endings].join(',')

/** The problem with a file, checked before uploading; null if there is none. */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, rule: FileRule): Text | null {
  const ending = rule.endings.some((one) => name.toLowerCase().endsWith(one))
  // Some systems report no media type, or their spreadsheet program's type for CSV, so the extension counts too.
  const fits = rule.types.includes(type) || (ending && !type.startsWith('image/'))
  if (!fits) return rule.texts.type
  return size > rule.largest_bytes ? rule.texts.size : null
}
