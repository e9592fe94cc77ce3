import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyChange, changesIn, type Change } from './contributing/apply-guide.ts'
import { allChanges, copyProject, readGuide } from './contributing/copy-project.ts'
import { stepTests } from './contributing/step-tests.ts'

// Follows the steps of CONTRIBUTING.md and of the guides below it in a copy of the project: it compiles there, the tests
// that look for whatever was added pass, and fail once a step is left out.

const patience_ms = 600_000
const run = promisify(execFile)

const stepsFile = 'server/test/contributing/steps.test.ts'
const stepsText = `import { stepTests } from './step-tests.ts'

for (const define of Object.values(stepTests)) define()
`

const copies: string[] = []
/** A copy of the project with these changes, and with the tests of what all of them together bring about. */
function makeCopy(changes: readonly Change[]): string {
  const copy = copyProject()
  copies.push(copy)
  for (const change of changes) applyChange(copy, change)
  writeFileSync(join(copy, stepsFile), stepsText)
  return copy
}

let root: string
beforeAll(() => {
  root = makeCopy(allChanges())
})
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
})

/** Tests of the rules that the additions must keep; none needs a database. */
const rules = [
  'web/i18n/catalogs.test.ts',
  'web/app/routes.test.ts',
  'web/app/palette/everything-is-found.test.ts',
  'server/test/architecture/web-routes.test.ts',
  'server/test/architecture/modules.test.ts',
  'server/test/architecture/connectors.test.ts',
  'server/test/architecture/documents.test.ts',
  'server/areas/leads/read/lead-fields.test.ts',
]

/** The output of a package's program in the copy, and whether it failed. */
async function runInCopy(program: string, ...args: string[]): Promise<{ failed: boolean; output: string }> {
  // Without what vitest tells its own workers.
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(variables), NO_COLOR: '1', PROVE: 'whole' }
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }
  return run(process.execPath, [join('node_modules', program), ...args], options).then(
    ({ stdout }) => ({ failed: false, output: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: true, output: stdout + stderr }),
  )
}
/** With one checker, as in `npm run check`: several take twice the processor time. */
const compile = (project: string) => runInCopy('typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', project)
const vitest = (...args: string[]) =>
  runInCopy('vitest/vitest.mjs', 'run', '--maxWorkers=1', '--testTimeout=120000', '--hookTimeout=120000', ...args)
const expectPassed = ({ failed, output }: { failed: boolean; output: string }) =>
  expect([failed, failed ? output : '']).toEqual([false, ''])

test('every section that adds something has its own test', () => {
  const headings = [...readGuide('CONTRIBUTING.md').matchAll(/^## (Add .*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(Object.keys(stepTests))
})

test('the guide is at most 250 lines of 120 characters', () => {
  const lines = readGuide('CONTRIBUTING.md').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(250)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})

test('a block of changes is made only where its lines are there exactly once', () => {
  const [change] = changesIn('```diff\n@@ README.md\n # Leadloom\n+Leads.\n```\n')
  expect(change).toEqual({ file: 'README.md', before: '# Leadloom', after: '# Leadloom\nLeads.' })
  const scratch = join(root, 'docs')
  const write = (text: string) => writeFileSync(join(scratch, 'README.md'), text)
  write('# Leadloom\nMore.\n')
  applyChange(scratch, change!)
  expect(readFileSync(join(scratch, 'README.md'), 'utf8')).toBe('# Leadloom\nLeads.\nMore.\n')
  for (const text of ['# Other\n', '# Leadloom\n\n# Leadloom\n']) {
    write(text)
    expect(() => applyChange(scratch, change!)).toThrow('README.md has')
  }
  rmSync(join(scratch, 'README.md'))
})

describe('a copy in which every step was followed', () => {
  test(
    'is formatted and breaks no lint rule',
    async () => {
      const files = [...new Set(allChanges().map(({ file }) => file))].filter((file) => !file.endsWith('.sql'))
      expectPassed(await runInCopy('oxfmt/bin/oxfmt', '--check', ...files))
      expectPassed(await runInCopy('oxlint/bin/oxlint', ...files))
    },
    patience_ms,
  )

  test(
    'compiles',
    async () => {
      expectPassed(await runInCopy('tsx/dist/cli.mjs', 'server/entry/settings.ts'))
      expect(readFileSync(join(root, 'docs/settings.md'), 'utf8')).toContain('LEAD_STATES')
      for (const outcome of await Promise.all([compile('.'), compile('web')])) expectPassed(outcome)
    },
    patience_ms,
  )

  test(
    'has what each step promises, and keeps the rules',
    async () => expectPassed(await vitest(stepsFile, ...rules)),
    patience_ms,
  )

  test(
    'has the call in the access matrix, and the mail among all mails',
    async () => {
      const filter = ['-t', 'countLeadStates|every file that writes mails|mail-first-lead']
      const outcome = await vitest(...filter, 'server/test/access/matrix.test.ts', 'server/test/access/mails.test.ts')
      expectPassed(outcome)
      expect(outcome.output).toMatch(/Tests +4 passed/)
    },
    patience_ms,
  )
})

/** One line of each section whose absence its test must find. */
const leftOut: Readonly<Record<string, string>> = {
  'Add a call': 'bind(countLeadStates',
  'Add a page': "page('{module}/states'",
  'Add a mail': "'Your first lead: {campaign}': '",
  'Add a setting': 'LEAD_STATES: z.',
  'Add a field of a lead': "split_part(l.email, '@', 2)",
  'Add a connector': 'leadrelay: {',
  'Add a module': "'b2b', 'mover'] as const",
}

test(
  'a step that was left out fails the test of its section, and a text without Arabic that of texts',
  async () => {
    expect(Object.keys(leftOut)).toEqual(Object.keys(stepTests))
    const lines = ["'Leads by state': '", ...Object.values(leftOut)]
    const isLeftOut = (change: Change) => 'after' in change && lines.some((line) => change.after.includes(line))
    const changes = allChanges()
    root = makeCopy(changes.filter((change) => !isLeftOut(change)))
    expect(changes.filter(isLeftOut)).toHaveLength(lines.length)
    const steps = await vitest(stepsFile)
    expect(steps.output).toMatch(/Tests +7 failed \(7\)/)
    const texts = await vitest('web/i18n/catalogs.test.ts', 'web/app/routes.test.ts')
    expect(texts.output).toContain('lead-states-page.tsx: Leads by state')
    expect(texts.output).toContain('{module}/states is in the guards')
  },
  patience_ms,
)
