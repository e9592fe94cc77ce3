import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { typedCode } from '../sign-in/typed-code.ts'
import { typedCount } from './documented-keys.ts'
import { centsFromText, dollars, e4FromText } from './money.ts'
import { plainDigits, plainNumerals } from './plain-digits.ts'
import { readTypedNumber } from './typed-number.ts'

/** Zeros of the scripts whose digits keyboards and documents give: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce]
const inScript = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

describe('an amount as typed', () => {
  test.each([
    ['1,50', 150],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['$ 1,234.50', 123_450],
    ['US$1 234,50', 123_450],
    ['1\u00A0234,5', 123_450],
    ['1\u202F234,50 USD', 123_450],
    ['1’234.50', 123_450],
    ['1,234.5', 123_450],
    ['12,345,67', null],
    ['1,2,3', null],
    ['$1.5', 150],
    ['.5', 50],
    ['5.', 500],
    ['１２', 1200],
    ['１，５０', 150],
    ['۱٬۲۳۴٫۵۰', 123_450],
    ['1e3', null],
    ['-0', null],
    ['1.234.567', null],
    ['1_000', null],
    ['1·50', null],
    ['0,125', null],
    [',5', 50],
    ['٢٫٥', 250],
    ['١٬٢٣٤٫٥٠', 123_450],
    ['۱۲٫۵۰', 1250],
    ['٢،٥', 250],
    ['１２．５０', 1250],
    ['\u200F12.50\u200E', 1250],
    ['1e2', null],
    ['-1', null],
    ['+1', null],
    ['1.2.3', null],
    ['0x10', null],
    ['12 34', null],
    ['', null],
    ['€ 12', null],
  ])('%s is %s cents', (text, cents) => {
    expect(centsFromText(text)).toBe(cents)
    expect(dollars.safeParse(text).data ?? null).toBe(cents === null ? null : cents / 100)
  })

  it('is never guessed: one comma before three digits may be either mark', () => {
    expect(readTypedNumber('1,234')).toEqual({ either: ['1234', '1.234'] })
    expect(readTypedNumber('١،٢٣٤')).toEqual({ either: ['1234', '1.234'] })
    expect(e4FromText('1,234')).toBeNull()
    expect(e4FromText('0,125')).toBe(1250)
    expect(e4FromText('1.234')).toBe(12_340)
  })

  it('is the same in every common spelling', () => {
    const amount = fc.record({ whole: fc.nat(99_999), cents: fc.nat(99) })
    const marks = fc.constantFrom([',', '.'], ['.', ','], [' ', ','], ['\u202F', ','], ['’', '.'], ['', '.'], ['', ','])
    const around = fc.constantFrom(['', ''], ['$', ''], ['$ ', ''], ['', ' USD'], ['\u200F', '\u00A0'])
    fc.assert(
      fc.property(
        amount,
        marks,
        around,
        fc.constantFrom(...zeros),
        ({ whole, cents }, [group, decimal], [before, after], zero) => {
          const digits = String(whole).replace(/\B(?=(?:\d{3})+$)/g, group!)
          const text = `${before}${digits}${decimal}${String(cents).padStart(2, '0')}${after}`
          expect(centsFromText(inScript(text, zero))).toBe(whole * 100 + cents)
        },
      ),
    )
  })
})

describe('digits', () => {
  it('are read in every script', () => {
    for (const zero of zeros) expect(plainDigits(inScript('0123456789', zero))).toBe('0123456789')
    for (const zero of zeros) expect(typedCount(2_000_000_000).safeParse(inScript('1 234', zero)).data).toBe(1234)
    expect(plainNumerals('٢٫٥ ١٬٠٠٠ ٣،٥')).toBe('2.5 1,000 3,5')
  })

  it('make a code however it was typed or copied', () => {
    const texts = [
      '123456',
      '123 456',
      '123-456',
      '١٢٣٤٥٦',
      '۱۲۳ ۴۵۶',
      '１２３４５６',
      '\u200E123456\u200B',
      ' 123\u00A0456 ',
    ]
    expect(texts.map((text) => typedCode.parse(text))).toEqual(texts.map(() => '123456'))
    expect(typedCode.parse(' abcd-efgh ')).toBe('abcd-efgh')
    expect(typedCode.safeParse(' \u200B ').success).toBe(false)
  })

  it('make a count, or none', () => {
    const readCount = (text: string): number | undefined => typedCount(1_000_000).safeParse(text).data
    expect(['', '12', '1,234', '1.5', '-1', '1e3', 'x'].map(readCount)).toEqual([
      0,
      12,
      1234,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
