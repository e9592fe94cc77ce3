/** Signature, flags and extension length: sent before the first row. */
export const head_bytes = 19

/** A row and where the next begins. */
interface Row {
  fields: (Buffer | null)[]
  end: number
}

/** A row: number of fields, then each field's length (-1 for null) and bytes. Returns null at the end marker, -1. */
export function readFields(bytes: Buffer, start: number): Row | null {
  const count = bytes.readInt16BE(start)
  if (count < 0) return null
  let end = start + 2
  const fields = Array.from({ length: count }, () => {
    const length = bytes.readInt32BE(end)
    end += 4 + Math.max(length, 0)
    return length < 0 ? null : bytes.subarray(end - length, end)
  })
  return { fields, end }
}
