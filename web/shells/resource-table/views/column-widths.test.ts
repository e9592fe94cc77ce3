import { expect, test } from 'vitest'
import { readWidths, writeWidth } from './column-widths.ts'

test('widths round-trip, in steps of half a rem', () => {
  expect(writeWidth({}, 'name', 12.3)).toBe('name:12.5')
  expect(readWidths(writeWidth({ name: 12.5 }, 'email', 20))).toEqual({ name: 12.5, email: 20 })
})

test('a column stays wide enough to be read, and narrow enough for a screen', () => {
  expect(writeWidth({}, 'name', 1)).toBe('name:4')
  expect(writeWidth({}, 'name', 400)).toBe('name:40')
})

test('what an edited URL says otherwise is left out', () => {
  expect(readWidths('name:1,email:abc,:12,city:99,price:6')).toEqual({ price: 6 })
  expect(readWidths(undefined)).toEqual({})
})
