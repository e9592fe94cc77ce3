import { expect, test } from 'vitest'
import { sentences } from '#contract/core/sentences.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// An error message is read by itself, as a whole response, a problem's detail or a toast, so each is a full sentence.
// Problems of an import's lines appear next to their column's name, and those of settings after the setting's name.

/** The message of `invalid(field, message)`, and of a Failure that names a field. */
const refusals = [
  /\binvalid\(\s*(?:'[^'\n]*'|`[^`\n]*`|[\w.]+),\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
  /\bnew Failure\([^'"`]*'\w+',\s*\{[^{}'"`]*?message:\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
]

const isWhole = (message: string): boolean => /^(?:[A-Z“"]|\* [A-Z]|\$\{)/.test(message)

const saidIn = ({ path, text }: Source): { path: string; message: string }[] =>
  refusals.flatMap((refusal) => [...text.matchAll(refusal)].map(([, , message]) => ({ path, message: message! })))

test('every error message is a whole sentence', () => {
  const messages = sourcesWith('.ts')
    .filter(({ path }) => /^server\/(?:areas|platform)\//.test(path) && !isTest(path))
    .flatMap(saidIn)
  expect(messages.length).toBeGreaterThan(100)
  expect(messages.filter(({ message }) => !isWhole(message))).toEqual([])
  expect(Object.values(sentences).filter((sentence) => !isWhole(sentence))).toEqual([])
})

test('half a sentence is detected in every kind of error message', () => {
  const text =
    "throw invalid('name', 'is too long'), new Failure('conflict', { message: 'try later' }), invalid('zip', `Enter it.`)"
  const messages = saidIn({ path: 'server/areas/leads/planted.ts', text })
  expect(messages.filter(({ message }) => !isWhole(message)).map(({ message }) => message)).toEqual([
    'is too long',
    'try later',
  ])
})
