import { describe, expect, test } from 'vitest'
import { inVisualOrder, linesOf, wordsOf, type Word } from './lay-out-words.ts'

const visualTexts = (text: string, base: 'ltr' | 'rtl'): string[] =>
  inVisualOrder(wordsOf(text, base), base).map(({ pieces }) => pieces.map((piece) => piece.text).join(''))

describe('words on a certificate', () => {
  test('keep their order if all are Latin, and are reversed if all are Arabic', () => {
    expect(visualTexts('Dana Acme', 'ltr')).toEqual(['Dana', 'Acme'])
    expect(visualTexts('ليلى أحمد', 'rtl')).toEqual(['أحمد', 'ليلى'])
    expect(visualTexts('ليلى أحمد', 'ltr')).toEqual(['أحمد', 'ليلى'])
  })

  test('keep each script together, and the line in its own direction', () => {
    expect(visualTexts('Dana ليلى أحمد Acme Inc', 'ltr')).toEqual(['Dana', 'أحمد', 'ليلى', 'Acme', 'Inc'])
    expect(visualTexts('النسخة 1 بتاريخ 2026-11-21', 'rtl')).toEqual(['2026-11-21', 'بتاريخ', '1', 'النسخة'])
  })

  test('keep days and their months together, next to a Latin name and in date ranges', () => {
    const inReadingOrder = (text: string): string => visualTexts(text, 'rtl').toReversed().join(' ')
    expect(inReadingOrder('16 نوفمبر 2026 – 22 نوفمبر 2026')).toBe('16 نوفمبر 2026 – 22 نوفمبر 2026')
    expect(inReadingOrder('رسوم · Site · 16 نوفمبر')).toBe('رسوم · Site · 16 نوفمبر')
    expect(visualTexts('بواسطة Mastercard •••• 4444', 'rtl')).toEqual(['Mastercard', '••••', '4444', 'بواسطة'])
  })

  test('are drawn in the font that has their glyphs', () => {
    expect(wordsOf('Łukasz', 'ltr')[0]!.pieces).toEqual([
      { text: 'Ł', face: 'latin-ext' },
      { text: 'ukasz', face: 'latin' },
    ])
    expect(wordsOf('Żak', 'ltr')[0]!.pieces).toEqual([{ text: 'Zak', face: 'latin' }])
    expect(wordsOf('قُبِل', 'ltr')[0]!.pieces).toHaveLength(1)
    expect(wordsOf('ليلى', 'ltr')[0]!.pieces).toEqual([{ text: 'ليلى', face: 'arabic' }])
  })

  test('fill lines to their width, and an overlong one is broken', () => {
    const measure = ({ pieces }: Word): number => pieces.reduce((sum, { text }) => sum + text.length, 0)
    const lines = (text: string) => linesOf(wordsOf(text, 'ltr', 8), 8, 1, measure).map((line) => line.length)
    expect(lines('one two three')).toEqual([2, 1])
    expect(lines('x'.repeat(20))).toEqual([1, 1, 1])
  })
})
