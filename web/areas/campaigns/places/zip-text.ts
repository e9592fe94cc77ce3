import { plainDigits } from '#contract/core/plain-digits.ts'
import { zipFromCell, zipFromText } from '#contract/core/zip-code.ts'

/**
 * Rules of the ZIP code field (specification, keyword zip textarea): only digits and newlines are kept; separators
 * typed between two codes become newlines.
 */
export const cleanTypedZips = (text: string): string =>
  plainDigits(text)
    .replace(/[ ,\t\r]/g, '\n')
    .replace(/[^\d\n]/g, '')

/**
 * Pasted lists come from spreadsheets and emails, with all kinds of separators. Each code becomes its five digits: those
 * of a spreadsheet have often lost their zeros, which the field shows again.
 */
export const cleanPastedZips = (text: string): string =>
  text
    .split(/([,;\s]+)/)
    .map((word, at) => (at % 2 === 1 ? '\n' : (zipFromCell(word) ?? plainDigits(word).replace(/\D/g, ''))))
    .join('')
    .replace(/\n+/g, '\n')

export type ZipCount = {
  /** Number of distinct codes, by their first five digits. */
  valid: number
  repeats: number
  /** Lines that cannot be ZIP codes, as typed. */
  misfits: readonly string[]
}

export function countZips(text: string): ZipCount {
  const lines = text.split('\n').filter((line) => line !== '')
  const codes = lines.flatMap((line) => zipFromText(line) ?? [])
  const valid = new Set(codes).size
  return { valid, repeats: codes.length - valid, misfits: lines.filter((line) => zipFromText(line) === null) }
}

/** The codes that the server does not know, parsed from its error message; null for any other message. */
export function unknownZipsIn(message: unknown): string[] | null {
  // In every language, the message ends with the codes.
  const zips = typeof message === 'string' ? /: (\d{5}(?:, \d{5})*)\.$/.exec(message)?.[1] : undefined
  return zips?.split(', ') ?? null
}

/** Appends the codes that the list does not contain yet. */
export function withMoreZips(text: string, zips: readonly string[]): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const there = new Set(lines)
  return [...lines, ...zips.filter((zip) => !there.has(zip))].join('\n')
}

export const withoutZips = (text: string, zips: readonly string[]): string =>
  text
    .split('\n')
    .filter((line) => !zips.includes(zipFromText(line) ?? line))
    .join('\n')
