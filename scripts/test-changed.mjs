// npm run test:changed [-- BASE]: runs the tests that changes since BASE, or uncommitted ones, can break. BASE defaults
// to where this branch left main. Affected journeys, scenarios and slow proofs take minutes: they are only listed.
import { spawnSync } from 'node:child_process'
import { testsOf } from './changed-tests.mjs'
import { changedFiles, readSources, whereItBegan } from './changes.mjs'
import { ensureInstalled, root } from './lib.mjs'

await ensureInstalled()

const base = process.argv[2] ?? whereItBegan()
const changedPaths = changedFiles(base)
if (changedPaths.length === 0) {
  console.log(`Nothing changed since ${base}.`)
  process.exit(0)
}

const { tests, slow, operations } = testsOf(changedPaths, readSources())

console.log(`${changedPaths.length} files changed since ${base.slice(0, 10)}: ${tests?.length ?? 'all'} test files`)
if (slow.length > 0) console.log(`Not run here, because they are slow: ${slow.join(', ')}`)

let hasFailed = false
function vitest(...args) {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  })
  hasFailed ||= status !== 0
}
if (tests === null) vitest()
else {
  vitest(...tests)
  // Also run the tests that cover every operation, for the operations that this change may affect.
  if (operations.length > 0) {
    console.log(`Access tests of ${operations.length} operations`)
    vitest('server/test/access/', '-t', `\\b(${operations.join('|')})\\b`)
  }
}
process.exitCode = hasFailed ? 1 : 0
