/** Fonts that come with the product: nothing is fetched from anywhere else. The value is the family's name in style sheets. */
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

/** The family of a stored choice; the product's own for anything that is no choice any more. */
export const fontFamilyOf = (theme: string): string =>
  theme in fontFamilies ? fontFamilies[theme as FontTheme] : fontFamilies.Inter
