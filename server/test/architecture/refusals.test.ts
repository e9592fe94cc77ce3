import { expect, test } from 'vitest'
import { sentences } from '#contract/core/sentences.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// What refuses an input is read alone, as the whole of an answer, a problem's detail or a notice: so each is a whole sentence.
// Problems of an import's lines stand beside the name of their column, and those of settings behind the name of theirs.

/** The message of `invalid(field, message)`, and of a failure that names one. */
const refusals = [
  /\binvalid\(\s*(?:'[^'\n]*'|`[^`\n]*`|[\w.]+),\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
  /\bnew Failure\([^'"`]*'\w+',\s*\{[^{}'"`]*?message:\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
]

const isWhole = (message: string): boolean => /^(?:[A-Z“"]|\* [A-Z]|\$\{)/.test(message)

const saidIn = ({ path, text }: Source): { path: string; message: string }[] =>
  refusals.flatMap((refusal) => [...text.matchAll(refusal)].map(([, , message]) => ({ path, message: message! })))

test('every refusal is a whole sentence', () => {
  const said = sourcesWith('.ts')
    .filter(({ path }) => /^server\/(?:areas|platform)\//.test(path) && !isTest(path))
    .flatMap(saidIn)
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter(({ message }) => !isWhole(message))).toEqual([])
  expect(Object.values(sentences).filter((sentence) => !isWhole(sentence))).toEqual([])
})

test('half a sentence is found in every kind of refusal', () => {
  const text =
    "throw invalid('name', 'is too long'), new Failure('conflict', { message: 'try later' }), invalid('zip', `Enter it.`)"
  const said = saidIn({ path: 'server/areas/leads/planted.ts', text })
  expect(said.filter(({ message }) => !isWhole(message)).map(({ message }) => message)).toEqual([
    'is too long',
    'try later',
  ])
})
