import { describe, expect, it } from 'vitest'
import { cleanPrice, formatPrice, textOfPrice } from './price-text.ts'

describe('a price field', () => {
  it('takes digits and a single dot only', () => {
    expect(cleanPrice('$1,2a5.5.0')).toBe('125.50')
    expect(cleanPrice('.5')).toBe('.5')
    expect(cleanPrice('-3')).toBe('3')
  })

  it('formats what was typed when it is left', () => {
    expect(formatPrice('1.5')).toBe('1.50')
    expect(formatPrice('2')).toBe('2.00')
    expect(formatPrice('.25')).toBe('0.25')
    expect(formatPrice('3.1250')).toBe('3.125')
    expect(formatPrice('3.12509')).toBe('3.125')
  })

  it('resets what is no number to 0', () => {
    expect(formatPrice('')).toBe('0.00')
    expect(formatPrice('.')).toBe('0.00')
  })

  it('writes a price of the wire the same way', () => {
    expect(textOfPrice(2.5)).toBe('2.50')
    expect(textOfPrice(0.0125)).toBe('0.0125')
    expect(textOfPrice(10)).toBe('10.00')
  })
})
