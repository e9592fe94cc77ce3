/** Enough for any camera; a decompression bomb with more is refused before it is decoded. */
export const mostPixels = 50_000_000

const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** Detects the type from the first bytes, whatever the file's name. SVG is excluded: it can contain scripts. */
export const isPicture = (bytes: Buffer): boolean =>
  starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  starts(bytes, 0, '\xff\xd8\xff') ||
  (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
