import { expect, test } from 'vitest'
import { isTest, sourcesWith, type Source } from './sources.ts'

// Members of `pg` that it does not document can change with each of its versions: one folder uses them.

const fence = 'server/platform/database/driver/'
const privateMembers =
  /\bpg\.Query\b|\bhandle(?:RowDescription|DataRow|CommandComplete|CopyData)\b|\b_(?:result|parsers|accumulateRows)\b|\b(?:parsedStatements|submittedNamedStatements)\b|\bclient\.pipeline\b|\.connection\.stream\b/

const outsideIn = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => /^(?:server|demo)\//.test(path) && !isTest(path) && privateMembers.test(text))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith(fence))

test('only the driver’s folder uses undocumented members of pg', () => {
  const sources = sourcesWith('.ts')
  expect(sources.some(({ path, text }) => path.startsWith(fence) && privateMembers.test(text))).toBe(true)
  expect(outsideIn(sources)).toEqual([])
})

test('their use elsewhere is detected', () => {
  const texts = [
    'class Mine extends pg.Query {}',
    'client.pipeline = true',
    'const { stream } = client.connection.stream',
  ]
  const plants = texts.map((text, n) => ({ path: `server/areas/leads/planted-${n}.ts`, text }))
  expect(outsideIn(plants)).toEqual(plants.map(({ path }) => path))
  expect(outsideIn([{ path: 'server/fine.ts', text: 'await client.query(text)' }])).toEqual([])
})
