import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvOf, sheetOf } from './list-file.ts'
import { readOn, readPages } from './read-rows.ts'

const noon = new Date(2026, 10, 20, 12)
const file = {
  heads: ['When (America/New_York)', 'Name', 'Leads'],
  rows: [
    [noon, 'Say "hi", \u2068Acme\u2069', 7],
    [null, '=1+1', 0.5],
  ],
  rightToLeft: false,
}

test('a CSV file has the names and values of the list, local times, and no formulas', async () => {
  const lines = parse(await csvOf(file).text(), { bom: true }) as string[][]
  expect(lines).toEqual([file.heads, ['2026-11-20 12:00', 'Say "hi", Acme', '7'], ['', "'=1+1", '0.5']])
})

test('a file for Excel has real numbers and times, texts as texts, and a head that stays', async () => {
  const parts = unzipSync(new Uint8Array(await sheetOf({ ...file, rightToLeft: true }).arrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  // Noon of 20 November 2026.
  for (const part of ['<v>46346.5</v>', '<v>7</v>', '>Say "hi", Acme<', '>=1+1<', 'state="frozen"', 'rightToLeft="1"'])
    expect(sheet).toContain(part)
  expect(strFromU8(parts['xl/workbook.xml']!)).toContain('r:id="rId1"')
  expect(Object.keys(parts)).toContain('[Content_Types].xml')
})

const pages: Readonly<Record<number, string[]>> = { 1: ['a', 'b'], 2: ['c', 'd'], 3: ['e'] }
const pageOf = async (page: number) => ({ data: pages[page]!, current_page: page, last_page: 3, total: 5, per_page: 2 })
const after = async (before = '0') => ({
  data: pages[Number(before) + 1]!,
  next: before === '2' ? null : String(Number(before) + 1),
})

test.each([
  ['numbered pages', (max: number) => readPages(pageOf, max)],
  ['pages that say where the next one starts', (max: number) => readOn(after, max)],
])('%s are read to their end, or as far as a file may go', async (_kind, read) => {
  expect(await read(5)).toEqual({ rows: ['a', 'b', 'c', 'd', 'e'], isWhole: true })
  expect(await read(4)).toEqual({ rows: ['a', 'b', 'c', 'd'], isWhole: false })
  expect(await read(3)).toEqual({ rows: ['a', 'b', 'c'], isWhole: false })
})
