import { expect, test } from 'vitest'
import { plainArray } from './plain-array.ts'

test('a plain array is read correctly by PostgreSQL', () => {
  expect(plainArray(['0190f5fe-7c00-7000-8000-000000000001', null, 12, -0.95, true])).toBe(
    '{0190f5fe-7c00-7000-8000-000000000001,null,12,-0.95,true}',
  )
  expect(plainArray([])).toBe('{}')
})

test.each(['', 'a,b', '{a}', '"', '\\', 'two words', 'null'])('text that would need quotes is rejected: %j', (text) => {
  expect(() => plainArray([text])).toThrow(TypeError)
})
