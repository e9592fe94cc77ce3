// npm test: installs, checks, builds and runs the everyday tests, a real browser's too. Ends with one line that counts them. With
// --whole, as CI runs it, everything is run once: what `npm run prove` would, too, but for the whole looks at crowded pages.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'
import { suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
ensureBuilt()

await runSuites(suitesOf(process.argv.includes('--whole') ? 'whole' : 'everyday', readTests()))
