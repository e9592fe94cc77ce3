/** An ILIKE pattern that finds the text anywhere, with its wildcards escaped. */
export const containsText = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
