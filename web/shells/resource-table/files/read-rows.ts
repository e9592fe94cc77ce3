import type { Page } from '#contract/core/page.ts'

/** The rows of a file, and whether they are all that the list has. */
type FileRows<Row> = { rows: readonly Row[]; isWhole: boolean }

/** Reads a list from its first page on, as many rows as a file may have. */
export type ReadFileRows<Row> = (max: number) => Promise<FileRows<Row>>

export const rowsAtOnce = 100

/** Reads a list with page numbers. */
export async function readPages<Row>(
  readPage: (page: number) => Promise<Page<Row>>,
  max: number,
): Promise<FileRows<Row>> {
  const rows: Row[] = []
  for (let page = 1, lastPage = 1; page <= lastPage; page++) {
    if (rows.length >= max) return { rows: rows.slice(0, max), isWhole: false }
    const answer = await readPage(page)
    rows.push(...answer.data)
    lastPage = answer.last_page
  }
  return { rows: rows.slice(0, max), isWhole: rows.length <= max }
}

/** Reads a list whose pages say where the next one starts. */
export async function readOn<Row>(
  readPage: (before: string | undefined) => Promise<{ data: Row[]; next: string | null }>,
  max: number,
): Promise<FileRows<Row>> {
  const rows: Row[] = []
  let before: string | undefined
  for (;;) {
    const { data, next } = await readPage(before)
    rows.push(...data)
    if (next === null) return { rows: rows.slice(0, max), isWhole: rows.length <= max }
    if (rows.length >= max) return { rows: rows.slice(0, max), isWhole: false }
    before = next
  }
}
