import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Suites of small tests, run by the script that runs our own (decision 73). */
const root = join(import.meta.dirname, '../../..')
let folder: string
// Each test runs suites in separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
afterAll(() => vi.resetConfig())
beforeAll(() => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, '.tmp/second-try-'))
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(join(folder, 'no-world.config.mjs'), `export default { test: { globalSetup: ['set-up.mjs'] } }`)
  const marker = JSON.stringify(join(folder, 'begun'))
  writeFileSync(
    join(folder, 'set-up.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'
export function setup() { if (existsSync(${marker})) return; writeFileSync(${marker}, ''); throw new Error('no world') }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `late` fails only the first time, `never` every time, `other` every time with a different cause. */
type Kind = 'fine' | 'late' | 'never' | 'other' | 'slow' | 'stray' | 'whole'

function writeTest(kind: Kind, tried: string, n: number): string {
  if (kind === 'stray') return `void Promise.reject(new Error('of no test'))`
  if (kind === 'whole') return `afterAll(() => { throw new Error('no end') })`
  const name = `${kind} (${n}) does $1.00`
  if (kind === 'slow') return `test('${name}', () => new Promise(() => {}), 50)`
  const isTried = `existsSync('${tried}-${n}')`
  const otherError = `throw new Error('\\u001B[31mcause\\u001B[39m ' + isTried + '\\n\\nsecond\\nthird\\nfourth')`
  const fails = { fine: 'false', late: '!isTried', never: 'true', other: 'true' }[kind]
  const ends = kind === 'other' ? otherError : `expect(${fails}).toBe(false)`
  return `test('${name}', () => { const isTried = ${isTried}; writeFileSync('${tried}-${n}', ''); ${ends} })`
}

function writeSuite(name: string, tests: readonly Kind[], config = 'vitest.config.mjs') {
  const marker = join(folder, `${name}.tried`)
  const lines = tests.map((kind, n) => writeTest(kind, marker, n))
  const file = join(folder, `${name}.test.mjs`)
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { afterAll, describe, expect, test } from 'vitest'\ndescribe('Said of it:', () => {\n${lines.join('\n')}\n})\n`,
  )
  return {
    name: `second try of ${name}`,
    args: ['--root', folder, '--config', join(folder, config)],
    files: [file],
  }
}

const run = (name: string, tests: readonly Kind[], config?: string) => runAll([writeSuite(name, tests, config)])

function runAll(suites: readonly unknown[]) {
  const code = `import { runSuites } from ${JSON.stringify(join(root, 'scripts/suites.mjs'))}; await runSuites(${JSON.stringify(suites)})`
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', cwd: folder })
  return { status: result.status, said: result.stdout.trim().split('\n') }
}

test('a test that passes on retry passes, is named with what failed first, and is counted', () => {
  const { status, said } = run('late', ['fine', 'late', 'fine'])
  expect(said.slice(-5)).toEqual([
    'Passed only on retry: Said of it: late (1) does $1.00',
    '  AssertionError: expected true to be false // Object.is equality',
    expect.stringMatching(/^ {2}at \.tmp\/second-try-\w+\/late\.test\.mjs:\d+$/),
    '',
    '3 passed, 0 failed (1 only on retry)',
  ])
  expect(status).toBe(0)
})

test('a test that fails twice fails, and so does whatever failed with it', () => {
  const { status, said } = run('never', ['fine', 'late', 'never'])
  expect([status, said.at(-1)]).toEqual([1, '1 passed, 2 failed'])
  // CI keeps only the end of the output.
  const cause = 'AssertionError: expected true to be false // Object.is equality'
  const at = expect.stringMatching(/^ {4}at \.tmp\/second-try-\w+\/never\.test\.mjs:\d+$/)
  expect(said.slice(said.indexOf('Failed in second try of never:'))).toEqual([
    'Failed in second try of never:',
    '  Said of it: late (1) does $1.00',
    `    ${cause}`,
    at,
    '    It passed on retry.',
    '  Said of it: never (2) does $1.00',
    `    ${cause}`,
    at,
    '    The same on retry.',
    '  1 of 2 retried tests passed.',
    '',
    '1 passed, 2 failed',
  ])
})

test('a different cause on retry is reported too, with the first three nonempty lines of each', () => {
  const { said } = run('other', ['fine', 'other'])
  const lines = said.slice(said.indexOf('Failed in second try of other:')).filter((line) => !line.includes('  at '))
  expect(lines).toEqual([
    'Failed in second try of other:',
    '  Said of it: other (1) does $1.00',
    '    Error: cause false',
    '    second',
    '    third',
    '    On retry:',
    '      Error: cause true',
    '      second',
    '      third',
    '  0 of 1 retried tests passed.',
    '',
    '1 passed, 1 failed',
  ])
})

test('a time-out is reported as one', () => {
  expect(run('slow', ['fine', 'slow']).said).toContain('    Error: Test timed out in 50ms.')
})

test('a file that fails as a whole is named with its cause, and tests that failed with it are not retried', () => {
  const { status, said } = run('whole', ['fine', 'late', 'whole'])
  expect(status).toBe(1)
  expect(said.slice(-6).filter((line) => !line.includes('  at '))).toEqual([
    expect.stringMatching(/^ {2}\.tmp\/second-try-\w+\/whole\.test\.mjs$/),
    '    Error: no end',
    '  No retry: a whole file failed.',
    '',
    '1 passed, 1 failed',
  ])
})

test('four failing tests are not retried', () => {
  const { said } = run('many', ['fine', 'late', 'late', 'late', 'late'])
  expect(said.slice(-3)).toEqual(['  No retry: 4 failed, more than 3.', '', '1 passed, 4 failed'])
})

test('an error outside of any test is not retried', () => {
  const { said } = run('stray', ['fine', 'late', 'stray'])
  expect(said).toEqual(expect.arrayContaining(['  Outside of any test:', '    Error: of no test']))
  expect(said.slice(-3)).toEqual(['  No retry: an error occurred outside of any test.', '', '1 passed, 1 failed'])
})

test('a suite beside another prints in one piece, and both are counted and retried', () => {
  const first = { ...writeSuite('beside', ['fine', 'late']), isBeside: true }
  const { status, said } = runAll([first, writeSuite('its neighbor', ['fine', 'late'])])
  expect([status, said.at(-1)]).toEqual([0, '4 passed, 0 failed (2 only on retry)'])
  const headings = said.filter((line) => line.startsWith('== '))
  expect(headings[0]).toBe('== second try of its neighbor')
  expect(headings.slice(2)).toEqual(['== second try of beside, retry', '== second try of its neighbor, retry'])
})

test('a suite whose setup failed is started once more', () => {
  const { status, said } = run('unbegun', ['fine', 'fine'], 'no-world.config.mjs')
  expect(said.slice(-3)).toEqual([
    'Started only on retry: second try of unbegun',
    '',
    '2 passed, 0 failed (1 only on retry)',
  ])
  expect(said).toContain('second try of unbegun did not start.')
  expect(status).toBe(0)
})
