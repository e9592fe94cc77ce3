import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, sourcesWith } from './architecture/sources.ts'
import { slowest } from './slow-first.ts'

interface Suite {
  name: string
  args: string[]
  files: string[]
  env: Record<string, string>
  isBeside?: boolean
}
type Run = 'everyday' | 'prove' | 'whole'
// Plain JavaScript, like all scripts that run before anything is installed.
const script = (name: string): string => join(projectRoot, 'scripts', name)
const { mainPaths, runOf, slowProofs, suitesOf } = (await import(script('runs.mjs'))) as {
  mainPaths: Readonly<Record<string, string>>
  runOf(file: string): 'everyday' | 'prove' | 'cluster'
  slowProofs: ReadonlySet<string>
  suitesOf(
    run: Run,
    texts: ReadonlyMap<string, string>,
    some?: {
      named?: readonly string[]
      areas?: readonly string[]
      tests?: readonly string[] | null
      operations?: readonly string[]
    },
  ): Suite[]
}
const { readTests } = (await import(script('suites.mjs'))) as { readTests(): Map<string, string> }

const texts = readTests()
const all = [...texts.keys()].toSorted()
const suitesOfRun = (run: Run, ...named: string[]): Suite[] => suitesOf(run, texts, { named })
const filesOf = (run: Run): string[] => suitesOfRun(run).flatMap(({ files }) => files)
const of = (run: string): string[] => all.filter((file) => runOf(file) === run)

/** The files that vitest itself would run with a configuration. */
function listedBy(args: readonly string[]): string[] {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const output = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  return (JSON.parse(output) as { file: string }[]).map(({ file }) => file.slice(projectRoot.length + 1))
}

test('each test file belongs to the everyday run or to the proofs, except those of a cluster', () => {
  expect(all).toEqual(
    sourcesWith('.test.ts', '.test.tsx')
      .map(({ path }) => path)
      .toSorted(),
  )
  expect([...of('everyday'), ...of('prove'), ...of('cluster')].toSorted()).toEqual(all)
  expect(of('cluster').every((file) => file.startsWith('server/test/cluster/'))).toBe(true)
})

test('the everyday run includes only its own files, once', () => {
  expect(filesOf('everyday').toSorted()).toEqual(of('everyday'))
  expect(suitesOfRun('everyday').filter(({ env }) => env['PROVE'] !== undefined)).toEqual([])
})

test('the proofs include, in full, what the everyday run leaves out or samples', () => {
  const samples = of('everyday').filter((file) => /^import .* from '.*\/proofs\.ts'$/m.test(texts.get(file)!))
  expect(samples.length).toBeGreaterThan(5)
  expect(filesOf('prove').toSorted()).toEqual([...of('prove'), ...samples].toSorted())
  expect(suitesOfRun('prove').filter(({ env }) => env['PROVE'] !== 'whole' || env['PAGES'])).toEqual([])
})

test('slow proofs are unit and area tests that only the proofs and CI run', () => {
  expect(all).toEqual(expect.arrayContaining([...slowProofs]))
  const units = suitesOfRun('prove').find(({ name }) => name === 'unit and area')
  expect(units!.files).toEqual(expect.arrayContaining([...slowProofs]))
})

test('the files that begin a run are there', () => {
  expect(all).toEqual(expect.arrayContaining([...slowest]))
})

test('CI runs everything once, in full, except for the looks of pages', () => {
  expect(filesOf('whole').toSorted()).toEqual([...of('everyday'), ...of('prove')].toSorted())
  expect(suitesOfRun('whole').filter(({ env }) => env['PROVE'] !== 'whole')).toEqual([])
  const sampledSuites = suitesOfRun('whole').filter(({ env }) => env['PAGES'] === 'sample')
  expect(sampledSuites.map(({ name }) => name)).toEqual(['journeys'])
})

test('only the scenario that waits runs beside others, which nothing may disturb', () => {
  const suites = suitesOfRun('whole')
  const at = suites.findIndex(({ isBeside }) => isBeside)
  expect(suites.filter(({ isBeside }) => isBeside)).toHaveLength(1)
  expect(suites[at]!.files).toEqual(['server/test/scenarios/idle.test.ts'])
  expect(suites[at + 1]!.name).toBe('scenarios')
})

test('vitest finds each file in its suite’s configuration, and no other file there', () => {
  const configurations = new Map<string, string[]>()
  for (const { args, files } of suitesOfRun('whole')) {
    const filesSoFar = configurations.get(args.join(' ')) ?? []
    configurations.set(args.join(' '), [...filesSoFar, ...files])
  }
  for (const [args, files] of configurations)
    expect(listedBy(args === '' ? [] : args.split(' ')).toSorted()).toEqual(files.toSorted())
}, 60_000)

test('every web area has a main path, which the everyday run takes when the area has changes', () => {
  expect(Object.keys(mainPaths).toSorted()).toEqual(readdirSync(join(projectRoot, 'web/areas')).toSorted())
  const journeysWith = (...areas: string[]): string[] =>
    suitesOf('everyday', texts, { areas })
      .flatMap(({ files }) => files)
      .filter((file) => file.startsWith('e2e/') && !file.includes('support') && !file.includes('hostile'))
      .toSorted()
  expect(journeysWith()).toEqual(['e2e/main-path.test.ts'])
  for (const [area, name] of Object.entries(mainPaths))
    expect(journeysWith(area)).toEqual([`e2e/${name}.test.ts`, 'e2e/main-path.test.ts'].toSorted())
})

test('the everyday run takes the tests of the server’s areas that a change can break, and tells their operations', () => {
  const inAreas = all.filter((file) => file.startsWith('server/areas/') && !slowProofs.has(file))
  const takenWith = (tests: readonly string[] | null): string[] =>
    suitesOf('everyday', texts, { tests })
      .flatMap(({ files }) => files)
      .filter((file) => file.startsWith('server/areas/'))
  expect(takenWith([])).toEqual([])
  expect(takenWith(['server/areas/leads/limits.test.ts'])).toEqual(['server/areas/leads/limits.test.ts'])
  expect(takenWith(null).toSorted()).toEqual(inAreas.toSorted())
  const [units] = suitesOf('everyday', texts, { operations: ['listLeads', 'readUser'] })
  expect(units!.env).toEqual({ CHANGED_OPERATIONS: 'listLeads,readUser' })
})

test('journeys run side by side, as far as there are several, and a name selects among the proofs', () => {
  const lanesOf = (run: Run, some: { areas?: string[]; named?: string[] } = {}): string | undefined =>
    suitesOf(run, texts, some).at(-1)?.env['JOURNEY_LANES']
  for (const run of ['prove', 'whole'] as const) expect(lanesOf(run)).toBe('2')
  expect(lanesOf('everyday')).toBe('1')
  expect(lanesOf('everyday', { areas: ['leads'] })).toBe('2')
  expect(suitesOfRun('prove', 'every-page').map(({ name, files }) => [name, files])).toEqual([
    ['journeys', ['e2e/every-page.test.ts']],
  ])
  expect(suitesOf('prove', texts, { named: ['no such proof'] })).toEqual([])
})
