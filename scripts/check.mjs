// npm run check: types, lint and dead code. Names each check that fails. Fast enough to run on every commit.
import { existsSync } from 'node:fs'
import { at, ensureInstalled, run } from './lib.mjs'

ensureInstalled()
const bin = (name) => at('node_modules', '.bin', name)
run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'])
if (existsSync(at('web/tsconfig.json')))
  run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web/tsconfig.json'])
run(bin('oxlint'), ['--quiet'])
run(bin('knip'), ['--no-progress'])
console.log('check: types, lint and dead code are clean')
