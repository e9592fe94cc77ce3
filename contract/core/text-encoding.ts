/** Encodings that spreadsheets write, as people know them. */
export const encodings = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** The encoding that a file states by its first bytes, and how many of them do so; null if it states none. */
export function statedEncoding(bytes: Uint8Array): { encoding: Encoding; length: number } | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'UTF-8', length: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'UTF-16LE', length: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'UTF-16BE', length: 2 }
  return null
}

/** The length of an unfinished UTF-8 character at the end of bytes that may go on; 0 for none. */
export function unfinishedLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0
  }
  return 0
}

/** The text of a file's beginning, which may end inside a character, and its encoding. */
export function decodeHead(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const statement = statedEncoding(bytes)
  if (statement) return { text: new TextDecoder(statement.encoding).decode(bytes), encoding: statement.encoding }
  try {
    const whole = bytes.subarray(0, bytes.length - unfinishedLength(bytes))
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(whole), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
