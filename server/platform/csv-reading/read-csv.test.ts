import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { delimiters } from '#contract/core/csv-dialect.ts'
import { csvLine } from '../csv.ts'
import { QuoteMender } from './mend-quotes.ts'
import { readCsv } from './read-csv.ts'

const limits = { field: 'file', line_bytes: 16_384, record_bytes: 65_536 }

/** In chunks of this many bytes, so that marks and characters are cut. */
const inChunks = (content: Buffer | string, size: number): Readable => {
  const bytes = Buffer.from(content as string)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
  return Readable.from(chunks, { objectMode: false })
}

const readCells = (content: Buffer | string, size = 7): Promise<string[][]> =>
  readCsv(inChunks(content, size), limits, async ({ lines }) => {
    const records: string[][] = []
    for await (const { record } of lines) records.push(record)
    return records
  })

describe('an uploaded CSV file', () => {
  test.each([
    [
      'semicolons',
      'email;name;zip\r\njo@x.example;Jo;02138\r\n',
      [
        ['email', 'name', 'zip'],
        ['jo@x.example', 'Jo', '02138'],
      ],
    ],
    [
      'semicolons and decimal commas',
      'name;price\nJo;1,50\nKim;2,25\n',
      [
        ['name', 'price'],
        ['Jo', '1,50'],
        ['Kim', '2,25'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2, 3\n',
      [
        ['a', 'b'],
        ['1', '2, 3'],
      ],
    ],
    [
      'pipes',
      'a|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a line that names its mark',
      'sep=;\r\na;b\r\n1,5;2\r\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['one column', 'email\njo@x.example\n', [['email'], ['jo@x.example']]],
    [
      'carriage returns only',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'mixed line endings',
      'a,b\r\n1,2\n3,4\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'an inch mark',
      'a,b\n5" Pipe Ln,x\n12" Main,y\n',
      [
        ['a', 'b'],
        ['5" Pipe Ln', 'x'],
        ['12" Main', 'y'],
      ],
    ],
    [
      'a nickname',
      'a,b\n"Bud" Smith,x\n"y","z"\n',
      [
        ['a', 'b'],
        ['"Bud" Smith', 'x'],
        ['y', 'z'],
      ],
    ],
    [
      'a quotation mark that is never closed',
      'a,b\n"5 Pipe,x\n3,4\n',
      [
        ['a', 'b'],
        ['"5 Pipe', 'x'],
        ['3', '4'],
      ],
    ],
    [
      'one at the end',
      'a,b\n1,"x',
      [
        ['a', 'b'],
        ['1', '"x'],
      ],
    ],
    [
      'a quoted line break',
      'a,b\n"1\n2","x ""y"""\n',
      [
        ['a', 'b'],
        ['1\n2', 'x "y"'],
      ],
    ],
    [
      'rows of nothing',
      'a,b,,\n1,2,,\n,,,\n\n , ,\n',
      [
        ['a', 'b', '', ''],
        ['1', '2', '', ''],
      ],
    ],
    [
      'formulas',
      "a,b\n=1+1,+12125550100\n-,'+1\n",
      [
        ['a', 'b'],
        ['=1+1', '+12125550100'],
        ['-', "'+1"],
      ],
    ],
  ])('may have %s', async (_what, content, records) => {
    expect(await readCells(content)).toEqual(records)
    expect(await readCells(content, 1)).toEqual(records)
    expect(await readCells(`\uFEFF${content}`)).toEqual(records)
  })

  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, low byte first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, high byte first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('€', '\x80'), 'latin1')],
  ])('may be in %s', async (_name, encoded) => {
    for (const size of [1, 2, 3, 1000])
      expect(await readCells(encoded('name;city\nJürgen;Köln €\n'), size)).toEqual([
        ['name', 'city'],
        ['Jürgen', 'Köln €'],
      ])
  })

  test.each([
    ['is empty', Buffer.alloc(0), 'The file is empty.'],
    ['is an archive', Buffer.from('PK\x03\x04x'), 'This is an archive. Please upload the CSV file inside it.'],
    ['has NUL characters', 'a,b\0', 'The file holds NUL characters; it is no CSV file.'],
    [
      'mixes encodings',
      Buffer.concat([Buffer.from('Jürgen\n'), Buffer.from('Jürgen\n', 'latin1')]),
      'The file can’t be read as text. Save it as “CSV UTF-8”.',
    ],
    [
      'is in none that we know',
      Buffer.from([0x61, 0x81, 0x0a]),
      'The file can’t be read as text. Save it as “CSV UTF-8”.',
    ],
    ['has an endless line', 'x'.repeat(20_000), 'The file has a line of more than 16384 bytes.'],
  ])('is refused if it %s', async (_what, content, message) => {
    await expect(readCells(content, 64)).rejects.toMatchObject({ field: 'file', message })
  })
})

describe('reading back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '5', '"', ',', ';', "'", 'é', '\n', '='), maxLength: 8 })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })

  it('gives the cells of every file that we write', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 64 }), async (cells, size) => {
        const header = ['a', 'b', 'c', 'd']
        const rows = [header, ...cells].map((row) => row.map((text) => text.trim()))
        const text = rows.map((row) => csvLine(row, 'raw')).join('')
        expect(await readCells(text, size)).toEqual(rows.filter((row) => row.some((value) => value !== '')))
      }),
    )
  })

  it('finds the same dialect whatever separates the values', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '.'), maxLength: 6 })
    const table = fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(...delimiters), async (cells, mark) => {
        const rows = [['one', 'two', 'three'], ...cells].map((row) => row.map((text) => text.trim()))
        expect(await readCells(rows.map((row) => `${row.join(mark)}\n`).join(''))).toEqual(
          rows.filter((row) => row.some((value) => value !== '')),
        )
      }),
    )
  })

  it('mends nothing in a file whose quotation marks are right, however it is cut', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 16 }), (cells, size) => {
        const text = cells.map((row) => csvLine(row, 'raw')).join('')
        expect(mendInChunks(text, size)).toBe(text)
      }),
    )
  })

  it('leaves text that the parser reads, with as many lines, whatever quotation marks there are', () => {
    const wild = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' '), maxLength: 60 })
    fc.assert(
      fc.property(wild, fc.integer({ min: 1, max: 16 }), (text, size) => {
        const result = mendInChunks(text, size)
        expect(() => parse(result, { relax_column_count: true, relax_quotes: true, trim: true })).not.toThrow()
        expect(result.split('\n').length).toBe(text.split('\n').length)
      }),
    )
  })
})

function mendInChunks(text: string, size: number): string {
  const mender = new QuoteMender(',')
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) parts.push(mender.take(bytes.subarray(at, at + size)))
  return Buffer.concat([...parts, mender.take(Buffer.alloc(0), true)]).toString()
}
