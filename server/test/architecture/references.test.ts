import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, sourcesWith } from './sources.ts'

// Every id in code, tests and documents (R123, T045, C031, K006, OQ-16, SEC-3, decision 26) exists in the catalog.

const readText = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const idsOfTable = (name: string): string[] =>
  readText('docs/specification', name)
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split('\t')[0] || [])

function readKnown(): Set<string> {
  return new Set([
    ...['rules.tsv', 'texts.tsv', 'operations.tsv', 'constants.tsv'].flatMap(idsOfTable),
    ...[...readText('docs/specification/open-questions.md').matchAll(/^### (OQ-\d+)/gm)].map(([, id]) => id!),
    ...[...readText('docs/security.md').matchAll(/^## (SEC-\d+)/gm)].map(([, id]) => id!),
    ...readdirSync(join(projectRoot, 'docs/decisions')).map((name) => `decision ${Number(name.slice(0, 4))}`),
  ])
}

const reference = /(?<![\w.-])(?:[RTCK]\d{3}|OQ-\d+|SEC-\d+|decision \d+)(?![\w-])/g

const idsWithoutText = (text: string, known: ReadonlySet<string>): string[] =>
  (text.match(reference) ?? []).filter((id) => !known.has(id))

test('every id that is mentioned can be looked up', () => {
  const ids = readKnown()
  expect(ids.size).toBeGreaterThan(700)
  const sources = sourcesWith('.ts', '.tsx', '.md', '.sql').filter(
    ({ path }) => !path.startsWith('docs/specification/') && !path.endsWith('architecture/references.test.ts'),
  )
  const mentions = sources.flatMap(({ text }) => text.match(reference) ?? [])
  expect(mentions.length).toBeGreaterThan(1_000)
  expect(sources.flatMap(({ path, text }) => idsWithoutText(text, ids).map((id) => `${path}: ${id}`))).toEqual([])
})

/** References to documents outside this repository: "design 4", "Reliability 5.3", "design.md", "features.md 4". */
const elsewhere =
  /\b(?:design(?: section)?|reliability)(?: \d|\.md)|\b(?:performance|features|models|connectors|dependencies|words|citus)\.md/gi

test('no nonexistent document is mentioned', () => {
  const sources = sourcesWith('.ts', '.tsx', '.mjs', '.css', '.md', '.yaml').filter(
    ({ path }) => !path.endsWith('architecture/references.test.ts'),
  )
  expect(sources.flatMap(({ path, text }) => (text.match(elsewhere) ?? []).map((name) => `${path}: ${name}`))).toEqual(
    [],
  )
  expect('(design 4), Reliability 5.3 and design.md; designs of banners, a design'.match(elsewhere)).toHaveLength(3)
  expect('(performance.md C), features.md 4; features of the web.md'.match(elsewhere)).toHaveLength(2)
})

test('an unknown id is detected', () => {
  expect(idsWithoutText('Shown by R999, OQ-07 and SEC-99 (decision 4).', readKnown())).toEqual(['R999', 'SEC-99'])
})
