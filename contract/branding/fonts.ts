/** Fonts that ship with the product: none is fetched from elsewhere. The value is the CSS font family. */
const fontFamilies = {
  Inter: 'Inter Variable',
  'Open Sans': 'Open Sans Variable',
  Montserrat: 'Montserrat Variable',
  Nunito: 'Nunito Variable',
  'Source Sans': 'Source Sans 3 Variable',
  System: 'system-ui',
} as const
export type FontTheme = keyof typeof fontFamilies
export const fontThemes = Object.keys(fontFamilies) as FontTheme[]

/** The font family of a stored choice; the default for one that is no longer offered. */
export const fontFamilyOf = (theme: string): string =>
  theme in fontFamilies ? fontFamilies[theme as FontTheme] : fontFamilies.Inter
