/** The first rows of a list, shown before it is uploaded. */
export type Preview = { columns: string[]; rows: string[][] }

const shown_rows = 3
/** Enough for four lines of the maximum length. */
const read_bytes = 65_536

/** Parses the start of a list; null if it cannot be parsed, in which case the server reports the reason. */
export async function readPreview(file: Blob): Promise<Preview | null> {
  try {
    const [{ parse }, bytes] = await Promise.all([
      import('csv-parse/browser/esm/sync'),
      file.slice(0, read_bytes).arrayBuffer(),
    ])
    const lines = parse(new TextDecoder().decode(bytes), {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: shown_rows + 1,
    })
    const [columns, ...rows] = lines
    return columns && rows.length > 0 && isUsable(columns) ? { columns, rows } : null
  } catch {
    return null
  }
}

const isUsable = (columns: readonly string[]): boolean =>
  columns.every((name) => name !== '') && new Set(columns).size === columns.length
