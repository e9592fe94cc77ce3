import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onboardingFeeProblem } from '#contract/billing/onboarding.ts'
import { e4FromText } from '#contract/core/money.ts'
import { amountProblem, cleanPrice, eitherAmount, leaveAmount, leavePrice, textOfPrice } from './price-text.ts'

const web = join(import.meta.dirname, '..')
const sourceFiles = (): string[] =>
  readdirSync(web, { recursive: true, encoding: 'utf8' }).map((file) => join(web, file))

describe('a price field', () => {
  it.each([
    ['1,50', '1.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['$ 1,234.50', '1234.50'],
    ['٢٫٥', '2.50'],
    ['۱٬۲۳۴٫۵', '1234.50'],
    ['.5', '0.50'],
    ['12.', '12.00'],
    ['1,234', '1,234'],
    ['1e2', '1e2'],
    ['-1', '-1'],
    ['12.5.0', '12.5.0'],
    ['1.239', '1.239'],
    ['100000', '100000'],
  ])('makes %s to %s when it loses focus, and never another price of it', (text, price) => {
    expect(leavePrice(cleanPrice(text), 2)).toBe(price)
    expect(leavePrice(text, 2)).toBe(leavePrice(cleanPrice(text), 2))
  })

  it('changes only digits and marks of other scripts while it is typed', () => {
    expect(['$1,2a5.5.0', '-3', '1e2', '٢٫٥'].map(cleanPrice)).toEqual(['$1,2a5.5.0', '-3', '1e2', '2.5'])
  })

  it('never changes its value, however it is typed', () => {
    const mark = fc.constantFrom('.', ',', ' ', '٫', '٬', '-', 'e', '$')
    const input = fc.array(fc.oneof(fc.nat(9).map(String), mark), { maxLength: 10 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(input, fc.constantFrom<2 | 4>(2, 4), (text, decimals) => {
        const price = leavePrice(cleanPrice(text), decimals)
        const isKept = price === cleanPrice(text)
        expect(isKept || !/\d/.test(cleanPrice(text)) || e4FromText(price) === e4FromText(text)).toBe(true)
      }),
    )
  })

  it('says which two amounts a comma before three digits may be', () => {
    expect(['1,234', '12,345', '1,23', '1.234', '1,234.5'].map(eitherAmount)).toEqual([
      ['1234', '1.234'],
      ['12345', '12.345'],
      null,
      null,
      null,
    ])
  })

  it('formats its value when it loses focus', () => {
    expect(['1.5', '2', '.25', '3.1250', '12.'].map((text) => leavePrice(text, 4))).toEqual([
      '1.50',
      '2.00',
      '0.25',
      '3.125',
      '12.00',
    ])
  })

  it('becomes 0 without any digit (R223), but never if a number is too large or too fine', () => {
    expect(['', '.', 'abc'].map((text) => leavePrice(text, 4))).toEqual(['0.00', '0.00', '0.00'])
    expect(['100000', '1234567.5', '1.239'].map((text) => leavePrice(text, 2))).toEqual([
      '100000',
      '1234567.5',
      '1.239',
    ])
  })

  it('leaves an invalid amount as it was typed, with an error message (R232 to R235)', () => {
    expect(['5', ' .5 ', '-1', 'abc', '', '100000', '1.234'].map(leaveAmount)).toEqual([
      '5.00',
      '0.50',
      '-1',
      'abc',
      '',
      '100000',
      '1.234',
    ])
    expect(['-1', 'abc', '0.50', '100000', '', '5.00'].map(onboardingFeeProblem)).toEqual([
      'Amount cannot be negative.',
      'Please enter a valid amount.',
      'Amount can not be less than or equal to 0.5.',
      'Please enter a valid amount.',
      'Please enter a valid amount.',
      null,
    ])
    expect(['-1', 'abc', '100000', '0.00'].map(amountProblem)).toEqual([
      ...Array.from({ length: 3 }, () => 'Please enter a valid amount.'),
      null,
    ])
  })

  it('is the same component everywhere: no other field has a dollar prefix', () => {
    const others = sourceFiles()
      .filter((file) => file.endsWith('.tsx') && readFileSync(file, 'utf8').includes('leftSection="$"'))
      .map((file) => file.slice(web.length + 1))
    expect(others).toEqual(['shells/money-input.tsx'])
  })

  it('formats a price from the wire the same way', () => {
    expect(textOfPrice(2.5)).toBe('2.50')
    expect(textOfPrice(0.0125)).toBe('0.0125')
    expect(textOfPrice(10)).toBe('10.00')
  })
})
