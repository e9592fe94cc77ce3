import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { fieldsOfCopied, linesOfCopied } from './copied-lines.ts'
import { csvLine, type CsvValue } from './csv.ts'
import { inScope } from './database/scope.ts'
import type { CopiedRows } from './database/driver/driver.ts'
import type { Tx } from './database/tx.ts'

const formulas = ['=1+1', '+1+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', '￥1']
const others = [
  '',
  'Ann',
  "O'Hara",
  'a "b"',
  'c,d',
  'e\r\nf',
  '\\',
  '\\N',
  '\\.',
  '\b\f\v',
  '\uFEFFx',
  'Émile',
  '$1',
  "'; drop",
]
const hostile = [...formulas, ...others]
const phones = ['', '+12125550100', '+442079460958', '+11125550100', '+121255501000', '+1212555010', '=1']
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme' }).filter((each) => !/[\0\p{Surrogate}]/u.test(each)),
)
const rows = fc.array(fc.tuple(text, fc.constantFrom(...phones), text), { minLength: 1, maxLength: 30 })

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ app: 2 })
})
afterAll(() => db.drop())

const readCopied = (work: (tx: Tx) => Promise<CopiedRows>): Promise<CopiedRows> =>
  inScope(db.appPool, { kind: 'none' }, work, { readOnly: true })

/** For each row: a number that the file does not contain, a text, a phone number and another text. */
const copy = (texts: readonly string[][]): Promise<CopiedRows> =>
  readCopied((tx) =>
    tx.copy(
      `select n, first, phone, last from (values ${texts.map((_row, n) => `(${n}, $${3 * n + 1}, $${3 * n + 2}, $${3 * n + 3})`).join(', ')})
         as t (n, first, phone, last) order by n`,
      texts.flat(),
    ),
  )

describe('copied rows', () => {
  test.each(['spreadsheet', 'raw'] as const)('become the same lines as their fields: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(rows, async (texts) => {
        const lineOf = ([first, phone, last]: readonly string[]): string =>
          csvLine([first!, { phone: phone! } satisfies CsvValue, last!], format)
        const { bytes, count } = await copy(texts)
        const shape = { format, skipped: 1, phoneAt: 1, lineOf: (fields: string[]) => lineOf(fields.slice(1)) }
        // U+001F takes the slow path; `lineOf` keeps it here.
        expect(linesOfCopied(bytes, count, shape).toString()).toBe(texts.map(lineOf).join(''))
      }),
      { numRuns: 200 },
    )
  })

  test('return every field unchanged, and can be compared with any text', async () => {
    const { bytes, count } = await copy(hostile.map((each) => [each, '', each]))
    const fields = bytes.toString().split('\n').slice(0, -1).map(fieldsOfCopied)
    expect(fields).toEqual(hostile.map((each, n) => [String(n), each, '', each]))
    expect(count).toBe(hostile.length)
  })

  test('are written as they are, without creating their text', async () => {
    const { bytes, count } = await copy([['Ann', '+12125550100', 'x']])
    const lineOf = (): string => {
      throw new Error('a plain row was looked at')
    }
    expect(linesOfCopied(bytes, count, { format: 'spreadsheet', skipped: 1, phoneAt: 1, lineOf }).toString()).toBe(
      'Ann,(212) 555-0100,x\r\n',
    )
  })

  test('are none if the statement fails midway, and the connection stays usable', async () => {
    const failing = readCopied((tx) => tx.copy('select 1 / (500 - n) from generate_series(1, 1000) n', []))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect((await copy([['a', '', 'b']])).count).toBe(1)
  })

  test('accept timestamps and null as parameters, and reject a text with NUL', async () => {
    const at = new Date(Date.UTC(2026, 10, 24, 1, 2, 3, 4))
    const { bytes } = await readCopied((tx) => tx.copy('select $1::timestamptz, $2::text is null', [at, null]))
    expect(bytes.toString()).toBe('2026-11-24 01:02:03.004+00,t\n')
    await expect(readCopied((tx) => tx.copy('select $1', ['\0']))).rejects.toThrow(TypeError)
  })
})
