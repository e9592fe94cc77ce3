/**
 * The ZIP code field's own rules (specification, keyword zip textarea): only digits and newlines stay; what people type
 * between two codes becomes a newline.
 */
export const cleanTypedZips = (text: string): string => text.replace(/[ ,\t\r]/g, '\n').replace(/[^\d\n]/g, '')

/** Pasted lists come from spreadsheets and mails: separators of every kind, in any number. */
export const cleanPastedZips = (text: string): string =>
  text
    .replace(/[,;\s]+/g, '\n')
    .replace(/[^\d\n]/g, '')
    .replace(/\n+/g, '\n')

export type ZipCount = {
  /** Different codes of five digits. */
  valid: number
  repeated: number
  /** Lines that cannot be a ZIP code, as they were typed. */
  wrong: readonly string[]
}

export function countZips(text: string): ZipCount {
  const lines = text.split('\n').filter((line) => line !== '')
  const whole = lines.filter((line) => line.length === 5)
  const valid = new Set(whole).size
  return { valid, repeated: whole.length - valid, wrong: lines.filter((line) => line.length !== 5) }
}

/** The codes that the server does not know, from its refusal; null for any other refusal. */
export function unknownZipsIn(message: unknown): string[] | null {
  // In whichever language: the server's sentence ends with the codes.
  const zips = typeof message === 'string' ? /: (\d{5}(?:, \d{5})*)\.$/.exec(message)?.[1] : undefined
  return zips?.split(', ') ?? null
}

/** The list with those codes at its end that it does not have yet. */
export function withMoreZips(text: string, zips: readonly string[]): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const there = new Set(lines)
  return [...lines, ...zips.filter((zip) => !there.has(zip))].join('\n')
}

export const withoutZips = (text: string, zips: readonly string[]): string =>
  text
    .split('\n')
    .filter((line) => !zips.includes(line))
    .join('\n')
