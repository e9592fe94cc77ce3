import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot, sourcesWith } from './architecture/sources.ts'

interface Chosen {
  /** Null means all tests. */
  tests: string[] | null
  /** Journeys, scenarios and slow proofs, which are only named. */
  slow: string[]
  operations: string[]
}
// Plain JavaScript, like all scripts that run before anything is installed.
const script = join(projectRoot, 'scripts/changed-tests.mjs')
const { testsOf } = (await import(script)) as {
  testsOf(changed: readonly string[], texts: ReadonlyMap<string, string>): Chosen
}

const texts = new Map(sourcesWith('.ts', '.tsx', '.mjs', '.css', '.sql').map(({ path, text }) => [path, text] as const))
const of = (...changed: string[]): Chosen => testsOf(changed, texts)
const all = [...texts.keys()].filter((path) => /\.test\.tsx?$/.test(path))

describe('the tests affected by a change', () => {
  test('are those of its area, those that import it directly or indirectly, and those that call its operations', () => {
    const { tests, operations } = of('server/areas/leads/routes.ts')
    expect(tests).toEqual(
      expect.arrayContaining([
        'server/areas/leads/batches.test.ts',
        'server/areas/leads/read/list-leads.test.ts',
        'server/test/architecture/imports.test.ts',
      ]),
    )
    expect(tests).not.toContain('server/areas/developers/sso.test.ts')
    expect(tests!.length).toBeLessThan(all.length / 4)
    expect(operations).toContain('listLeads')
  })

  test('include many for a widely used module, imported by #server or by relative path', () => {
    const { tests } = of('server/platform/csv.ts')
    expect(tests).toContain('server/platform/csv.test.ts')
    expect(of('server/platform/clock.ts').tests!.length).toBeGreaterThan(tests!.length)
  })

  test('include those of whatever loads a file by its folder', () => {
    const part = 'web/areas/leads/parts/one/part.ts'
    for (const gatheringCode of [
      "import.meta.glob('../leads/parts/*/part.ts')",
      'import(`../leads/parts/${name}/part.ts`)',
    ]) {
      const textsWithPlant = new Map([
        ...texts,
        [part, ''],
        ['web/areas/keywords/gather.ts', gatheringCode],
        ['web/areas/keywords/gather.test.ts', "import './gather.ts'"],
      ])
      expect(testsOf([part], textsWithPlant).tests).toContain('web/areas/keywords/gather.test.ts')
    }
  })

  test('include those that use a migration’s tables in a statement', () => {
    const textsWithPlant = new Map([
      ...texts,
      ['server/migrations/9999-planted.sql', 'alter table lead add column x int;'],
    ])
    const { tests } = testsOf(['server/migrations/9999-planted.sql'], textsWithPlant)
    expect(tests).toContain('server/areas/leads/read/list-leads.test.ts')
    expect(tests).toContain('server/test/access/catalog.test.ts')
    expect(tests).not.toContain('server/platform/csv.test.ts')
  })

  test('of a style sheet are those of components that import it, and on the server only those of sources', () => {
    const sheet = [...texts.keys()].find((path) => path.startsWith('web/ui/') && path.endsWith('.css'))!
    const server = of(sheet).tests!.filter((path) => !path.startsWith('web/'))
    expect(server.every((path) => path.startsWith('server/test/architecture/'))).toBe(true)
  })

  test('of a contract file are those of both sides, with its operations', () => {
    const { tests, operations } = of('contract/leads/leads.ts')
    expect(tests).toContain('server/areas/leads/read/list-leads.test.ts')
    expect(operations).toContain('listLeads')
  })

  test('of the harness or the packages are all tests', () => {
    expect(of('server/test/harness.ts').tests).toBeNull()
    expect(of('package-lock.json').tests).toBeNull()
  })

  test('of a deleted file are those that still import it', () => {
    const textsWithout = new Map(texts)
    textsWithout.delete('server/platform/csv.ts')
    expect(testsOf(['server/platform/csv.ts'], textsWithout).tests).toContain('server/platform/csv.test.ts')
  })

  test('only name what takes minutes: journeys and slow proofs', () => {
    const { tests, slow } = of('server/areas/leads/routes.ts')
    expect(slow).toContain('server/areas/leads/faults.test.ts')
    expect(tests).not.toContain('server/areas/leads/faults.test.ts')
    expect(of('e2e/support/stage.ts').slow).toContain('e2e/shell.test.ts')
  })

  test('are themselves when they change', () => {
    const { tests } = of('web/ui/theme/brand-ramp.test.ts')
    expect(tests).toContain('web/ui/theme/brand-ramp.test.ts')
    expect(tests!.filter((path) => path.startsWith('server/areas/'))).toEqual([])
  })
})
