import { expect, test } from 'vitest'
import { repeatsIn, significantLines } from './repeats.ts'
import { sourcesWith } from './sources.ts'

// No block of ten significant lines is repeated verbatim: it should be one named thing.

const least = 10

test('no block of code is repeated', () => {
  const trees = /^(?:server|web|contract|demo|bench|e2e|pixel|scripts)\//
  const sources = sourcesWith('.ts', '.tsx', '.mjs').filter(({ path }) => trees.test(path))
  expect(sources.length).toBeGreaterThan(2_000)
  expect(repeatsIn(sources, least)).toEqual([])
})

test('a repeated block is reported with its locations, whatever is between its lines', () => {
  const block = Array.from({ length: least }, (_, n) => `await step(${n})`)
  const sources = [
    { path: 'server/one.ts', text: ['const one = 1', ...block, 'end()'].join('\n') },
    {
      path: 'web/two.ts',
      text: ['// Begins.', ...block.flatMap((line) => [`  ${line}`, '', '  })']), 'ends()'].join('\n'),
    },
    { path: 'web/three.ts', text: block.slice(1).join('\n') },
  ]
  expect(repeatsIn(sources, least)).toEqual([`server/one.ts:2 ~ web/two.ts:2 (${least} lines)`])
})

test('imports, comments and punctuation do not count', () => {
  const text = [
    "import { one } from './one.ts'",
    'import {',
    '  two,',
    "} from './two.ts'",
    "export { three } from './three.ts'",
    '/* a comment',
    'of two lines */',
    'const four = 4 // is said',
    '  })',
    'export const five = {',
    '  /** As a number. */ six: 6,',
    '  seven: 7,',
    '}',
  ].join('\n')
  expect(significantLines(text)).toEqual([
    { text: 'const four = 4 // is said', at: 8 },
    { text: 'export const five = {', at: 10 },
    { text: '/** As a number. */ six: 6,', at: 11 },
    { text: 'seven: 7,', at: 12 },
  ])
})
