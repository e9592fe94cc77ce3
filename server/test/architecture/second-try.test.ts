import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Suites of small tests, run by the script that runs ours (decision 73). */
const root = join(import.meta.dirname, '../../..')
let folder: string
beforeAll(() => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, '.tmp/second-try-'))
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(join(folder, 'no-world.config.mjs'), `export default { test: { globalSetup: ['set-up.mjs'] } }`)
  const begun = JSON.stringify(join(folder, 'begun'))
  writeFileSync(
    join(folder, 'set-up.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'
export function setup() { if (existsSync(${begun})) return; writeFileSync(${begun}, ''); throw new Error('no world') }`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `late` fails at its first try only, `never` at each. */
function run(name: string, tests: readonly ('fine' | 'late' | 'never' | 'stray')[], config = 'vitest.config.mjs') {
  const tried = join(folder, `${name}.tried`)
  const lines = tests.map((kind, n) => {
    const fails = kind === 'never' ? 'true' : kind === 'late' ? `!existsSync('${tried}-${n}')` : 'false'
    if (kind === 'stray') return `void Promise.reject(new Error('of no test'))`
    return `test('${kind} (${n}) does $1.00', () => { const fails = ${fails}; writeFileSync('${tried}-${n}', ''); expect(fails).toBe(false) })`
  })
  const file = join(folder, `${name}.test.mjs`)
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { describe, expect, test } from 'vitest'\ndescribe('Said of it:', () => {\n${lines.join('\n')}\n})\n`,
  )
  const suite = {
    name: `second try of ${name}`,
    args: ['--root', folder, '--config', join(folder, config), file],
  }
  const code = `import { runSuites } from ${JSON.stringify(join(root, 'scripts/suites.mjs'))}; await runSuites([[${JSON.stringify(suite)}]])`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', cwd: folder })
  return { status: done.status, said: done.stdout.trim().split('\n') }
}

test('what passes at its second try passes, is named and is counted', () => {
  const { status, said } = run('late', ['fine', 'late', 'fine'])
  expect(said.slice(-3)).toEqual([
    'Passed only at the second try: Said of it: late (1) does $1.00',
    '',
    '3 passed, 0 failed (1 only at the second try)',
  ])
  expect(status).toBe(0)
})

test('what fails twice fails, and so does whatever failed beside it', () => {
  const { status, said } = run('never', ['fine', 'late', 'never'])
  expect([status, said.at(-1)]).toEqual([1, '1 passed, 2 failed'])
  // What CI keeps is the end.
  expect(said.slice(-5)).toEqual([
    'Failed in second try of never:',
    '  Said of it: late (1) does $1.00',
    '  Said of it: never (2) does $1.00',
    '',
    '1 passed, 2 failed',
  ])
})

test('four that fail are no accident', () => {
  expect(run('many', ['fine', 'late', 'late', 'late', 'late']).said.at(-1)).toBe('1 passed, 4 failed')
})

test('an error outside of any test is not tried away', () => {
  expect(run('stray', ['fine', 'late', 'stray']).said.at(-1)).toBe('1 passed, 1 failed')
})

test('a suite whose world did not come up is begun once more', () => {
  const { status, said } = run('unbegun', ['fine', 'fine'], 'no-world.config.mjs')
  expect(said.slice(-3)).toEqual([
    'Began only at the second try: second try of unbegun',
    '',
    '2 passed, 0 failed (1 only at the second try)',
  ])
  expect(said).toContain('second try of unbegun did not begin.')
  expect(status).toBe(0)
})
