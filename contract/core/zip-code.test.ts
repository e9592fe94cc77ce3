import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { zipFromCell, zipFromText } from './zip-code.ts'

describe('a ZIP code in a file', () => {
  test.each([
    ['02138', '02138'],
    ['2138', '02138'],
    ['501', '00501'],
    ['2138.0', '02138'],
    ['021381234', '02138'],
    ['21381234', '02138'],
    ['02138-1234', '02138'],
    ['2138-1234', '02138'],
    ['="02138"', '02138'],
    ["'02138", '02138'],
    ['02138\u00A0', '02138'],
    ['02138\u20131234', '02138'],
    ['٠٢١٣٨', '02138'],
    ['N/A', null],
    ['-', null],
    ['12', null],
    ['123456', null],
    ['1234567890', null],
    ['SW1A 1AA', null],
    ['2138.5', null],
  ])('%s is %s', (cell, zip) => {
    expect(zipFromCell(cell)).toBe(zip)
  })

  it('survives a spreadsheet that takes it for a number, with and without its four extra digits', () => {
    const code = fc.integer({ min: 501, max: 99_950 })
    fc.assert(
      fc.property(code, fc.nat(9999), (number, more) => {
        const [zip, extra] = [String(number).padStart(5, '0'), String(more).padStart(4, '0')]
        const forms = [
          zip,
          number,
          `${number}.0`,
          `${zip}-${extra}`,
          `${number}-${extra}`,
          zip + extra,
          Number(zip + extra),
        ]
        expect(forms.map((form) => zipFromCell(String(form)))).toEqual(forms.map(() => zip))
      }),
    )
  })
})

describe('a typed ZIP code', () => {
  it('has five digits of any script, or nine; a short one is refused, as it may be a slip', () => {
    const texts = ['02138', ' 02138 ', '02138-1234', '021381234', '٠٢١٣٨', '۰۲۱۳۸', '０２１３８', '2138', '021', 'x']
    expect(texts.map(zipFromText)).toEqual([...Array<string>(7).fill('02138'), null, null, null])
  })
})
