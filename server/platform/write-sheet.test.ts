import { expect, test } from 'vitest'
import { createSheetWriter, writeSheet, type SheetCell } from './write-sheet.ts'

const look = { sheet: 'Report', columns: [{ width: 10 }], rightToLeft: false, stickyRowsCount: 1 }
const rowsOf = (value: SheetCell['value'], rows = 1, columns = 1): SheetCell[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ value })))
const isSheet = (file: Buffer): boolean => file.toString('latin1', 0, 2) === 'PK'

test('a sheet that cannot be written fails alone, and those behind it are written', async () => {
  // The first can't be sent to the worker thread, the second fails inside it.
  const noCell = Symbol('no cell') as unknown as string
  const noColumns = { ...look, columns: 5 as unknown as (typeof look)['columns'] }
  const results = await Promise.allSettled([
    writeSheet(rowsOf(noCell), look),
    writeSheet(rowsOf('Ada'), noColumns),
    writeSheet(rowsOf('Ada'), look),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(isSheet((results[2] as PromiseFulfilledResult<Buffer>).value)).toBe(true)
})

test('a sheet that takes too long is aborted, and those behind it are written', async () => {
  const write = createSheetWriter(4_000)
  // Only empty cells, but enough to take minutes.
  const endless = write([Array<null>(2 ** 32 - 1)], look)
  const next = write(rowsOf('Ada'), look)
  await expect(endless).rejects.toThrow('a spreadsheet took too long')
  expect(isSheet(await next)).toBe(true)
})
