/** A pattern for ILIKE that finds the text anywhere, taking its own wildcards literally. */
export const containsText = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
