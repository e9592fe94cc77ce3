// npm test: installs, checks, builds and runs every test, a real browser's too. Ends with one line that counts them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { at, ensureBuilt, ensureInstalled, run, root } from './lib.mjs'

ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
ensureBuilt()

/** The suites in their order: the quick ones first, so that a red one is known soon. */
const suites = [
  ['unit and area', []],
  ['scenarios', ['--config', 'vitest.scenarios.config.ts']],
  ['journeys', ['--config', 'vitest.e2e.config.ts']],
]
mkdirSync(at('.tmp'), { recursive: true })
let passed = 0
let failed = 0
let skipped = 0
for (const [name, args] of suites) {
  console.log(`\n== ${name}`)
  const report = at('.tmp', `report-${name.replaceAll(' ', '-')}.json`)
  rmSync(report, { force: true })
  const done = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } },
  )
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = counted
  passed += numPassedTests
  skipped += numPendingTests
  // A suite that dies outside a test (a file that does not load), or in which nothing ran, is a failure too.
  const isWhole = done.status === 0 && numPassedTests > 0
  failed += numFailedTests || (isWhole ? 0 : 1)
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
