import { expect, test } from 'vitest'
import { readPart } from './read-part.ts'

const file = { bytes: 100, version: '"v"' }
const part = (range?: string, ifRange?: string) => readPart({ range, 'if-range': ifRange }, file)

test('a part of a file is read as RFC 9110 has it', () => {
  expect(part('bytes=0-9')).toEqual({ start: 0, end: 9 })
  expect(part('bytes=90-')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=90-500')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=-10')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=-500')).toEqual({ start: 0, end: 99 })
})

test('what lies behind the end is refused', () => {
  expect(part('bytes=100-')).toBe('none')
  expect(part(`bytes=${'9'.repeat(400)}-`)).toBe('none')
  expect(part('bytes=-0')).toBe('none')
})

test.each([undefined, 'bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=0x1-'])(
  'all of the file answers %s',
  (range) => expect(part(range)).toBeNull(),
)

test('a part is of the file that was begun, or it is all of the new one', () => {
  expect(part('bytes=10-', '"v"')).toEqual({ start: 10, end: 99 })
  for (const other of ['"w"', 'W/"v"', 'Fri, 20 Nov 2026 03:00:00 GMT']) expect(part('bytes=10-', other)).toBeNull()
})
