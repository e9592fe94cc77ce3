import { expect, test } from 'vitest'
import { readPart } from './read-part.ts'

const file = { bytes: 100, version: '"v"' }
const part = (range?: string, ifRange?: string) => readPart({ range, 'if-range': ifRange }, file)

test('a range of a file is read as RFC 9110 specifies', () => {
  expect(part('bytes=0-9')).toEqual({ start: 0, end: 9 })
  expect(part('bytes=90-')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=90-500')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=-10')).toEqual({ start: 90, end: 99 })
  expect(part('bytes=-500')).toEqual({ start: 0, end: 99 })
})

test('a range beyond the end is rejected', () => {
  expect(part('bytes=100-')).toBe('none')
  expect(part(`bytes=${'9'.repeat(400)}-`)).toBe('none')
  expect(part('bytes=-0')).toBe('none')
})

test.each([undefined, 'bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=0x1-'])(
  'the whole file is sent for %s',
  (range) => expect(part(range)).toBeNull(),
)

test('a range is sent only if the file is unchanged, otherwise the whole new file', () => {
  expect(part('bytes=10-', '"v"')).toEqual({ start: 10, end: 99 })
  for (const condition of ['"w"', 'W/"v"', 'Fri, 20 Nov 2026 03:00:00 GMT'])
    expect(part('bytes=10-', condition)).toBeNull()
})
