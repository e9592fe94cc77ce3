import { describe, expect, it } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onboardingFeeProblem } from '#contract/billing/onboarding.ts'
import { amountProblem, cleanPrice, leaveAmount, leavePrice, textOfPrice } from './price-text.ts'

const web = join(import.meta.dirname, '..')
const sourceFiles = (): string[] =>
  readdirSync(web, { recursive: true, encoding: 'utf8' }).map((file) => join(web, file))

describe('a price field', () => {
  it('accepts only digits and a single dot', () => {
    expect(cleanPrice('$1,2a5.5.0')).toBe('125.50')
    expect(cleanPrice('.5')).toBe('.5')
    expect(cleanPrice('-3')).toBe('3')
  })

  it('formats its value when it loses focus', () => {
    expect(['1.5', '2', '.25', '3.1250', '3.12509', '12.'].map((text) => leavePrice(text, 4))).toEqual([
      '1.50',
      '2.00',
      '0.25',
      '3.125',
      '3.125',
      '12.00',
    ])
    expect(leavePrice('1.239', 2)).toBe('1.23')
  })

  it('resets invalid input to 0 (R223), but never a number that is too large', () => {
    expect(['', '.'].map((text) => leavePrice(text, 4))).toEqual(['0.00', '0.00'])
    expect(['100000', '1234567.5'].map((text) => leavePrice(text, 2))).toEqual(['100000', '1234567.5'])
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
