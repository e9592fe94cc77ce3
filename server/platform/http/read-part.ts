/** A byte range of a file, inclusive. */
interface Part {
  start: number
  end: number
}

const oneRange = /^bytes=(\d*)-(\d*)$/

/**
 * The requested part of a file: null for the whole file, also if several parts are requested or the file has changed;
 * `none` if it is beyond the end.
 */
export function readPart(
  { range, 'if-range': ifRange }: { range?: string; 'if-range'?: string | string[] },
  { bytes, version }: { bytes: number; version: string },
): Part | 'none' | null {
  const match = range === undefined ? null : oneRange.exec(range.trim())
  if (!match || (ifRange !== undefined && ifRange !== version)) return null
  const [first, last] = [match[1]!, match[2]!].map((digits) => (digits === '' ? null : Number(digits))) as [
    number | null,
    number | null,
  ]
  if (first === null && last === null) return null
  if (first === null) return last === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - last!), end: bytes - 1 }
  if (last !== null && last < first) return null
  return first >= bytes ? 'none' : { start: first, end: Math.min(last ?? bytes - 1, bytes - 1) }
}
