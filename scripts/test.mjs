// npm test: installs, checks, builds and runs the everyday tests, including some in a real browser. Ends with a line of
// counts. With --whole, as in CI, it also runs what `npm run prove` would, but views each page in a sample of looks.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'
import { suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

await ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
await ensureBuilt()

await runSuites(suitesOf(process.argv.includes('--whole') ? 'whole' : 'everyday', readTests()))
