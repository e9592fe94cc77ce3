import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTestFolder } from '../test-folder.ts'
import { areaMayUse, publicFiles } from './areas.ts'
import { offeredFiles } from './offered-files.ts'
import { readJsxToo } from './read-jsx.ts'
import { projectRoot } from './sources.ts'

// Imports run one way: web -> contract <- server; areas -> platform; areas meet only in the files that each offers.

const webAreas = readdirSync(join(projectRoot, 'web/areas'))
const publicPaths = Object.entries(publicFiles).flatMap(([area, files]) =>
  files.map((file) => `web/areas/${area}/${file}`),
)

const offeredPaths = Object.entries(offeredFiles).flatMap(([area, files]) =>
  files.map((file) => `server/areas/${area}/${file}`),
)
const asPattern = (path: string): string => `^${path.replaceAll('.', '\\.')}$`

const rules: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract imports nothing else of ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|demo|pixel|bench|e2e)/' },
    },
    {
      name: 'the web knows the contract only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|demo|bench)/' },
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
    ...webAreas.map((area) => ({
      name: `web's ${area} meets other areas only through their public files`,
      severity: 'error' as const,
      from: { path: `^web/areas/${area}/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^web/areas/',
        pathNot: [`^web/areas/${area}/`, ...publicPaths.map(asPattern)].join('|'),
      },
    })),
    ...Object.keys(areaMayUse).map((area) => ({
      name: `${area} meets other areas only in files that they offer`,
      severity: 'error' as const,
      from: { path: `^server/areas/${area}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/areas/',
        pathNot: [
          `^server/areas/${area}/`,
          ...offeredPaths.filter((path) => areaMayUse[area]!.includes(path.split('/')[2]!)).map(asPattern),
        ].join('|'),
      },
    })),
  ],
}

/** All imports in a folder that has the project's layout. */
async function readImports(baseDir: string): Promise<ICruiseResult> {
  readJsxToo()
  const { cruise } = await import('dependency-cruiser')
  const trees = ['contract', 'server', 'web', 'pixel', 'demo', 'e2e', 'bench']
  const done = await cruise(
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
  return done.output as ICruiseResult
}

const offeredByLeads = `server/areas/leads/${offeredFiles['leads']![0]}`

/** Forbidden imports, each with the rule that must report it. */
const planted: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['contract/leads/one.ts', 'server/platform/clock.ts', 'contract imports nothing else of ours'],
  ['web/areas/leads/one.ts', 'server/platform/clock.ts', 'the web knows the contract only'],
  ['pixel/one.ts', 'contract/leads/two.ts', 'the pixel depends on nothing'],
  ['pixel/hash-of.ts', 'contract/leads/two.ts', 'the part for addresses depends on their reading alone'],
  ['server/one.ts', 'web/areas/leads/two.ts', 'the server knows no page'],
  ['server/platform/one.ts', offeredByLeads, 'platform knows no area'],
  ['server/providers/one.ts', offeredByLeads, 'providers know no area'],
  ['web/ui/one.ts', 'web/shells/two.ts', 'ui knows no router, query or form library'],
  ['web/shells/one.ts', 'web/areas/leads/two.ts', 'building blocks of the web know no area'],
  ['server/two.ts', 'server/test/harness.ts', 'nothing but tests imports tests'],
  [
    'web/areas/billing/one.ts',
    'web/areas/leads/two.ts',
    "web's billing meets other areas only through their public files",
  ],
  [
    'server/areas/reports/one.ts',
    'server/areas/leads/two.ts',
    'reports meets other areas only in files that they offer',
  ],
  ['server/areas/ledger/one.ts', offeredByLeads, 'ledger meets other areas only in files that they offer'],
  ['demo/one.ts', 'demo/two.ts', 'no circles'],
  // The other half of that cycle, which is reported once.
  ['demo/two.ts', 'demo/one.ts', ''],
]

function plant(folder: string): void {
  for (const [, to] of planted) write(folder, to, 'export {}\n')
  for (const [from, to] of planted) {
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

  it('use only areas in the table', () => {
    const areas = new Set(
      result.modules
        .map(({ source }) => /^server\/areas\/([^/]+)\//.exec(source)?.[1])
        .filter((area) => area !== undefined),
    )
    expect([...areas].filter((area) => !(area in areaMayUse))).toEqual([])
  })

  it('go one way', () => {
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  })

  it('that break the rules are detected', async () => {
    const folder = makeTestFolder()
    plant(folder)
    const { violations } = (await readImports(folder)).summary
    rmSync(folder, { recursive: true })
    const found = violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
    const expected = planted.filter(([, , rule]) => rule !== '').map(([from, to, rule]) => `${rule}: ${from} -> ${to}`)
    expect(found.toSorted()).toEqual(expected.toSorted())
  }, 180_000)

  it('use every file that an area offers in another area', () => {
    const areaOf = (path: string): string | undefined => /^(?:web|server)\/areas\/[^/]+/.exec(path)?.[0]
    const used = new Set(
      result.modules
        .filter(({ source }) => areaOf(source) && !/\.test\.tsx?$/.test(source))
        .flatMap(({ source, dependencies }) =>
          dependencies.map(({ resolved }) => resolved).filter((to) => areaOf(to) !== areaOf(source)),
        ),
    )
    expect(publicPaths.length).toBeGreaterThan(30)
    expect(offeredPaths.length).toBeGreaterThan(100)
    expect([...publicPaths, ...offeredPaths].filter((path) => !used.has(path))).toEqual([])
  })
})
