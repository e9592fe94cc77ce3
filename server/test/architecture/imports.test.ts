import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'
import { readJsxToo } from './read-jsx.ts'
import { projectRoot } from './sources.ts'

// Imports run one way: web -> contract <- server; areas -> platform; areas meet only through public.ts.

/** Which area may ask which, through public.ts. Without circles: who, demand, money, reach read from top to bottom. */
const areaMayUse: Record<string, readonly string[]> = {
  ledger: [],
  prepaid: ['ledger'],
  // Everybody writes to the log; it asks nobody.
  activity: [],
  identity: ['activity', 'branding', 'tenants'],
  pricing: ['activity', 'tenants'],
  branding: ['activity', 'pricing', 'tenants'],
  tracking: [],
  tenants: ['activity'],
  settings: ['activity', 'tenants', 'pricing', 'branding'],
  'sign-in': ['activity', 'tenants', 'branding'],
  people: ['activity', 'tenants', 'branding', 'pricing', 'sign-in'],
  domains: ['activity', 'sign-in', 'branding', 'tenants'],
  developers: ['activity', 'sign-in', 'agreements', 'branding'],
  agreements: ['activity', 'sign-in', 'branding', 'billing', 'pricing'],
  billing: ['activity', 'ledger', 'prepaid', 'pricing', 'people', 'branding', 'tenants', 'campaigns'],
  payments: ['activity', 'sign-in', 'billing', 'branding'],
  wallet: ['activity', 'billing', 'branding', 'prepaid', 'sign-in', 'tenants'],
  integrations: ['activity', 'branding', 'tenants'],
  audiences: ['activity', 'tenants'],
  campaigns: ['activity', 'audiences', 'identity', 'tenants', 'tracking', 'integrations', 'branding', 'pricing'],
  companies: [
    'activity',
    'ledger',
    'tenants',
    'pricing',
    'sign-in',
    'people',
    'branding',
    'domains',
    'campaigns',
    'payments',
  ],
  banners: ['tenants'],
  exclusions: ['activity', 'identity', 'integrations', 'leads'],
  keywords: ['activity', 'branding', 'campaigns', 'identity', 'sign-in'],
  reports: ['leads', 'tenants'],
  leads: [
    'activity',
    'sign-in',
    'ledger',
    'prepaid',
    'identity',
    'tracking',
    'campaigns',
    'integrations',
    'branding',
    'tenants',
    'pricing',
  ],
}

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
      from: { path: '^pixel/(?!.*\\.test\\.ts$|build\\.ts$)' },
      to: { pathNot: '^(pixel|contract/tracking)/' },
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
      name: 'nothing but tests imports tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^(server/test|e2e|bench|demo)/|vitest\\.config' },
      to: { path: '\\.test\\.tsx?$|^server/test/' },
    },
    ...Object.keys(areaMayUse).map((area) => ({
      name: `${area} meets other areas only through their public.ts`,
      severity: 'error' as const,
      from: { path: `^server/areas/${area}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/areas/',
        pathNot: [
          `^server/areas/${area}/`,
          ...areaMayUse[area]!.map((other) => `^server/areas/${other}/public\\.ts$`),
        ].join('|'),
      },
    })),
  ],
}

describe('imports', () => {
  let result: ICruiseResult

  beforeAll(async () => {
    readJsxToo()
    const { cruise } = await import('dependency-cruiser')
    const done = await cruise(
      ['contract', 'server', 'web', 'pixel', 'demo', 'e2e', 'bench'].filter((tree) =>
        existsSync(join(projectRoot, tree)),
      ),
      {
        baseDir: projectRoot,
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
    result = done.output as ICruiseResult
  }, 60_000)

  it('are read at all', () => {
    expect(result.summary.totalCruised).toBeGreaterThan(100)
    expect(result.summary.totalDependenciesCruised ?? 0).toBeGreaterThan(200)
    const ours = result.modules.filter(({ source }) => source.startsWith('server/areas/'))
    expect(
      ours.flatMap(({ dependencies }) => dependencies).filter(({ resolved }) => resolved.startsWith('contract/'))
        .length,
    ).toBeGreaterThan(10)
  })

  it('name only areas of the table', () => {
    const areas = new Set(
      result.modules
        .map(({ source }) => /^server\/areas\/([^/]+)\//.exec(source)?.[1])
        .filter((area) => area !== undefined),
    )
    expect([...areas].filter((area) => !(area in areaMayUse))).toEqual([])
  })

  it('run one way', () => {
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  })
})
