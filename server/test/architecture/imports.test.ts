import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTestFolder } from '../test-folder.ts'
import { areaMayUse } from './areas.ts'
import { offeredFiles } from './offered-files.ts'
import { readJsxToo } from './read-jsx.ts'
import { projectRoot } from './sources.ts'
import { mutualWebAreas, publicFiles, webAreaMayUse } from './web-areas.ts'

// Imports run one way: web -> contract <- server; areas -> platform; areas meet only in the files that each offers.

const pathsIn = (tree: 'server' | 'web', files: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(files).flatMap(([area, names]) => names.map((name) => `${tree}/areas/${area}/${name}`))
const publicPaths = pathsIn('web', publicFiles)
const offeredPaths = pathsIn('server', offeredFiles)
const asPattern = (path: string): string => `^${path.replaceAll('.', '\\.')}$`

/** For each area of a table: it imports of other areas only the files that they offer, and only of those it may use. */
const rulesOf = (
  tree: 'server' | 'web',
  mayUse: Readonly<Record<string, readonly string[]>>,
  offered: readonly string[],
): IFlattenedRuleSet['forbidden'] =>
  Object.entries(mayUse).map(([area, others]) => ({
    name: `${tree}'s ${area} meets other areas only as the table allows`,
    severity: 'error',
    from: { path: `^${tree}/areas/${area}/`, pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `^${tree}/areas/`,
      pathNot: [
        `^${tree}/areas/${area}/`,
        ...offered.filter((path) => others.includes(path.split('/')[2]!)).map(asPattern),
      ].join('|'),
    },
  }))

const rules: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract imports nothing else of ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(i18n|server|web|demo|pixel|bench|e2e)/' },
    },
    {
      name: 'translations import nothing else of ours',
      severity: 'error',
      from: { path: '^i18n/' },
      to: { path: '^(contract|server|web|demo|pixel|bench|e2e)/' },
    },
    {
      name: 'the web knows the contract only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|demo|bench)/' },
    },
    {
      // Pages would load every text, also of mails.
      name: 'pages load translations by area',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^i18n/(?!ar/[\\w-]+\\.ts$)' },
    },
    {
      name: 'the pixel depends on nothing',
      severity: 'error',
      from: { path: '^pixel/(?!.*\\.test\\.ts$|build\\.ts$|hash-of\\.ts$)' },
      to: { pathNot: '^(pixel|contract/tracking)/' },
    },
    {
      // Loaded apart from the pixel, when a page gives a plain address (decision 3).
      name: 'the part for addresses depends on their reading alone',
      severity: 'error',
      from: { path: '^pixel/hash-of\\.ts$' },
      to: { pathNot: '^contract/core/email-address\\.ts$' },
    },
    {
      name: 'the server knows no page',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|e2e|bench)/' },
    },
    {
      name: 'platform knows no area',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(areas|providers)/' },
    },
    {
      name: 'providers know no area',
      severity: 'error',
      from: { path: '^server/providers/' },
      to: { path: '^server/areas/' },
    },
    {
      name: 'ui knows no router, query or form library',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '@tanstack|@mantine/form|^web/(api|app|areas|shells)/' },
    },
    {
      name: 'building blocks of the web know no area',
      severity: 'error',
      from: { path: '^web/(shells|paths|api|session|i18n)/' },
      to: { path: '^web/areas/' },
    },
    {
      name: 'nothing but tests imports tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^(server/test|e2e|bench|demo)/|vitest\\.config' },
      to: { path: '\\.test\\.tsx?$|^server/test/' },
    },
    ...rulesOf('web', webAreaMayUse, publicPaths)!,
    ...rulesOf('server', areaMayUse, offeredPaths)!,
  ],
}

/** All imports in a folder that has the project's layout. */
async function readImports(baseDir: string): Promise<ICruiseResult> {
  readJsxToo()
  const { cruise } = await import('dependency-cruiser')
  const trees = ['contract', 'i18n', 'server', 'web', 'pixel', 'demo', 'e2e', 'bench']
  const result = await cruise(
    trees.filter((tree) => existsSync(join(baseDir, tree))),
    {
      baseDir,
      validate: true,
      ruleSet: rules,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)dist/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'types', 'node'],
        extensions: ['.ts', '.tsx', '.js'],
      },
    },
  )
  return result.output as ICruiseResult
}

const offeredByLeads = `server/areas/leads/${offeredFiles['leads']![0]}`
const publicOfLeads = `web/areas/leads/${publicFiles['leads']![0]}`

/** Forbidden imports, each with the rule that must report it. */
const plants: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['contract/leads/one.ts', 'server/platform/clock.ts', 'contract imports nothing else of ours'],
  ['i18n/ar/one.ts', 'contract/leads/two.ts', 'translations import nothing else of ours'],
  ['web/areas/leads/one.ts', 'server/platform/clock.ts', 'the web knows the contract only'],
  ['web/i18n/one.ts', 'i18n/ar/server/two.ts', 'pages load translations by area'],
  ['pixel/one.ts', 'contract/leads/two.ts', 'the pixel depends on nothing'],
  ['pixel/hash-of.ts', 'contract/leads/two.ts', 'the part for addresses depends on their reading alone'],
  ['server/one.ts', 'web/areas/leads/two.ts', 'the server knows no page'],
  ['server/platform/one.ts', offeredByLeads, 'platform knows no area'],
  ['server/providers/one.ts', offeredByLeads, 'providers know no area'],
  ['web/ui/one.ts', 'web/shells/two.ts', 'ui knows no router, query or form library'],
  ['web/shells/one.ts', 'web/areas/leads/two.ts', 'building blocks of the web know no area'],
  ['server/two.ts', 'server/test/harness.ts', 'nothing but tests imports tests'],
  ['web/areas/payments/one.ts', 'web/areas/leads/two.ts', "web's payments meets other areas only as the table allows"],
  ['web/areas/inbox/one.ts', publicOfLeads, "web's inbox meets other areas only as the table allows"],
  [
    'server/areas/reports/one.ts',
    'server/areas/leads/two.ts',
    "server's reports meets other areas only as the table allows",
  ],
  ['server/areas/ledger/one.ts', offeredByLeads, "server's ledger meets other areas only as the table allows"],
  ['demo/one.ts', 'demo/two.ts', 'no circles'],
  // The other half of that cycle, which is reported once.
  ['demo/two.ts', 'demo/one.ts', ''],
]

function plant(folder: string): void {
  for (const [, to] of plants) write(folder, to, 'export {}\n')
  for (const [from, to] of plants) {
    const up = '../'.repeat(from.split('/').length - 1) || './'
    write(folder, from, `import '${up}${to}'\n`)
  }
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('imports', () => {
  let result: ICruiseResult

  beforeAll(async () => {
    result = await readImports(projectRoot)
  }, 180_000)

  it('are found', () => {
    expect(result.summary.totalCruised).toBeGreaterThan(100)
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(200)
    const ours = result.modules.filter(({ source }) => source.startsWith('server/areas/'))
    expect(
      ours.flatMap(({ dependencies }) => dependencies).filter(({ resolved }) => resolved.startsWith('contract/'))
        .length,
    ).toBeGreaterThan(10)
  })

  it('use only areas in the tables', () => {
    const areasOf = (tree: string): Set<string> =>
      new Set(result.modules.flatMap(({ source }) => new RegExp(`^${tree}/areas/([^/]+)/`).exec(source)?.[1] ?? []))
    expect([...areasOf('server')].filter((area) => !(area in areaMayUse))).toEqual([])
    expect([...areasOf('web')].toSorted()).toEqual(Object.keys(webAreaMayUse).toSorted())
  })

  it('go one way', () => {
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  })

  it('that break the rules are detected', async () => {
    const folder = makeTestFolder()
    plant(folder)
    const { violations } = (await readImports(folder)).summary
    rmSync(folder, { recursive: true })
    const problems = violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
    const expectedProblems = plants
      .filter(([, , rule]) => rule !== '')
      .map(([from, to, rule]) => `${rule}: ${from} -> ${to}`)
    expect(problems.toSorted()).toEqual(expectedProblems.toSorted())
  }, 180_000)

  it('use every file that an area offers in another area', () => {
    const areaOf = (path: string): string | undefined => /^(?:web|server)\/areas\/[^/]+/.exec(path)?.[0]
    const usedPaths = new Set(
      result.modules
        .filter(({ source }) => areaOf(source) && !/\.test\.tsx?$/.test(source))
        .flatMap(({ source, dependencies }) =>
          dependencies.map(({ resolved }) => resolved).filter((to) => areaOf(to) !== areaOf(source)),
        ),
    )
    expect(publicPaths.length).toBeGreaterThan(30)
    expect(offeredPaths.length).toBeGreaterThan(100)
    expect([...publicPaths, ...offeredPaths].filter((path) => !usedPaths.has(path))).toEqual([])
  })
})

describe('the table of the web’s areas', () => {
  const ways = Object.entries(webAreaMayUse).flatMap(([from, others]) => others.map((to) => ({ from, to })))
  const isMutual = ({ from, to }: { from: string; to: string }): boolean => webAreaMayUse[to]!.includes(from)

  it('has hardly any that import each other', () => {
    expect(ways.filter((way) => way.from < way.to && isMutual(way)).map(({ from, to }) => `${from} and ${to}`)).toEqual(
      mutualWebAreas,
    )
    expect(mutualWebAreas.length).toBeLessThanOrEqual(3)
  })

  it('has no other circle', () => {
    const oneWay = ways.filter((way) => way.from < way.to || !isMutual(way))
    const areasPlaced = new Set<string>()
    for (const _ of Object.keys(webAreaMayUse))
      for (const area of Object.keys(webAreaMayUse))
        if (oneWay.every(({ from, to }) => from !== area || areasPlaced.has(to))) areasPlaced.add(area)
    expect(Object.keys(webAreaMayUse).filter((area) => !areasPlaced.has(area))).toEqual([])
  })
})
