import { expect, test } from 'vitest'
import { sourcesWith } from './sources.ts'

// The product is written in US English: identifiers, comments, texts, documents and file names.

const british = new RegExp(
  [
    'colour|behaviour|neighbour|honour|favour|flavour|labour|rumour|humour',
    'catalogue|centre(?!set)|metre(?!s)|theatre|litre(?!l)',
    '(?:labell|cancell|signall|travell|modell|tunnell)(?:ed|ing)',
    '(?:recogn|author|central|optim|sanit|capital|normal|summar|organ|minim|maxim|custom|categor|synchron|emphas|priorit|anonym)is(?:e[sd]?|ing|ation|ations)(?![a-z])',
    'analysed?(?![a-z])|analysing(?![a-z])|judgement|acknowledgement|offence|defence|licence|whilst|cheque',
    '(?<![a-z])(?:grey|learnt|spelt|misspelt)',
  ].join('|'),
  'gi',
)

/** Names that are on the wire, in tables, or belong to somebody else. */
const exceptions: Record<string, string> = {
  whitelabelling: 'a setting’s name on the wire',
  whiteLabellingSwitched: 'an action in the trail',
  datacentre: 'a reason, in tables and on the wire',
  labelledby: 'an attribute of HTML',
}
const allowedWords = new RegExp(`(?<![A-Za-z])(?:${Object.keys(exceptions).join('|')})(?![A-Za-z-])`, 'g')

const notOurs = [
  /^docs\/specification\/(?!README\.md$)/,
  /^server\/migrations\//,
  /^server\/test\/dumps\//,
  /architecture\/spelling\.test\.ts$/,
]

const britishIn = ({ path, text }: { path: string; text: string }): string[] =>
  `${path}\n${text}`
    .split('\n')
    .flatMap((line, at) =>
      (line.replaceAll(allowedWords, '').match(british) ?? []).map((word) => `${path}:${at || 'name'}: ${word}`),
    )

test('nothing uses British spelling', () => {
  const sources = sourcesWith('.ts', '.tsx', '.css', '.md', '.mjs', '.html', '.yaml', '.sql')
  const ours = sources.filter(({ path }) => !notOurs.some((folder) => folder.test(path)))
  expect(ours.length).toBeGreaterThan(2_000)
  expect(ours.flatMap(britishIn)).toEqual([])
})

test('British spelling is detected in names, comments, and file names, except where it must stay', () => {
  const text =
    'const isDatacentre = 1 // behaves as spelt\nsettingName: "whitelabelling", "datacentre", aria-labelledby'
  expect(britishIn({ path: 'web/catalogues.ts', text })).toEqual([
    'web/catalogues.ts:name: catalogue',
    'web/catalogues.ts:1: centre',
    'web/catalogues.ts:1: spelt',
  ])
})
