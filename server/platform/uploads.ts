/** A file's display name: plain characters, lower case (R250). */
export const safeFileName = (name: string): string =>
  name
    .replaceAll(' ', '_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .toLowerCase()
    .slice(-120) || 'file.csv'
