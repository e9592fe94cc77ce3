/** Enough for any camera; a bomb that unpacks to more is refused before it is unpacked. */
export const mostPixels = 50_000_000

const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** What the first bytes say, whatever the file is called. SVG is none of them: it can hold scripts. */
export const isPicture = (bytes: Buffer): boolean =>
  starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  starts(bytes, 0, '\xff\xd8\xff') ||
  (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
