import { expect, test } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// Members of `pg` that it does not document can change with each of its versions: one folder uses them.

const fenced = 'server/platform/database/driver/'
const undocumented =
  /\bpg\.Query\b|\bhandle(?:RowDescription|DataRow|CommandComplete|CopyData)\b|\b_(?:result|parsers|accumulateRows)\b|\b(?:parsedStatements|submittedNamedStatements)\b|\bclient\.pipeline\b|\.connection\.stream\b/

const outsideIn = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => /^(?:server|demo)\//.test(path) && !isTest(path) && undocumented.test(text))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith(fenced))

test('only the driver’s folder uses undocumented members of pg', () => {
  const sources = sourcesWith('.ts')
  expect(sources.some(({ path, text }) => path.startsWith(fenced) && undocumented.test(text))).toBe(true)
  expect(outsideIn(sources)).toEqual([])
})

test('their use elsewhere is detected', () => {
  const texts = [
    'class Mine extends pg.Query {}',
    'client.pipeline = true',
    'const { stream } = client.connection.stream',
  ]
  const planted = texts.map((text, n) => ({ path: `server/areas/leads/planted-${n}.ts`, text }))
  expect(outsideIn(planted)).toEqual(planted.map(({ path }) => path))
  expect(outsideIn([{ path: 'server/fine.ts', text: 'await client.query(text)' }])).toEqual([])
})
