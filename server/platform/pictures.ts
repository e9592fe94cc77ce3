import { createGate, runInGate } from './http/gate.ts'

/**
 * Pictures are decoded by the four threads that also hash passwords and read files, and a small file can claim many pixels.
 * So two are drawn at once, one of each company: more would block every sign-in and page, and use hundreds of megabytes.
 */
const drawing = createGate({
  running: 2,
  waiting: 24,
  each: [1],
  waitingEach: 6,
  longestWait_ms: 20_000,
  retryAfterSeconds: 5,
})

/** Decodes a company's picture in its turn. Throws `overloaded` if too many wait. */
export const decodeInTurn = <T>(companyId: string, draw: () => Promise<T>): Promise<T> =>
  runInGate(drawing, draw, [companyId])

/** Enough for any camera; a decompression bomb with more is refused before it is decoded. */
export const maxPixels = 50_000_000

const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** Detects the type from the first bytes, whatever the file's name. SVG is excluded: it can contain scripts. */
export const isPicture = (bytes: Buffer): boolean =>
  starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  starts(bytes, 0, '\xff\xd8\xff') ||
  (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
