import { columnNames, dialectOf, head_bytes, type Delimiter } from '#contract/core/csv-dialect.ts'
import { decodeHead, type Encoding } from '#contract/core/text-encoding.ts'

/** The first rows of a CSV file, read as the server will read it, and how. */
export type FilePreview = { columns: string[]; rows: string[][]; delimiter: Delimiter; encoding: Encoding }

const rowsInPreview = 3

/** Parses the start of a file; null if it cannot be parsed, in which case the server reports the reason. */
export async function readFilePreview(file: Blob): Promise<FilePreview | null> {
  try {
    const [{ parse }, bytes] = await Promise.all([
      import('csv-parse/browser/esm/sync'),
      file.slice(0, head_bytes).arrayBuffer(),
    ])
    const { text, encoding } = decodeHead(new Uint8Array(bytes))
    const { delimiter, skipped } = dialectOf(text)
    const [header, ...rows] = parse(text.slice(skipped), {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: rowsInPreview + 1,
    })
    if (!header || rows.length === 0) return null
    const columns = columnNames(header, rows)
    return new Set(columns).size < columns.length ? null : { columns, rows, delimiter, encoding }
  } catch {
    return null
  }
}
