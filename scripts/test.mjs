// npm test: installs, checks, builds and runs the everyday tests, including some in a real browser: the journey through
// all areas, and the main paths of areas that differ from main. Ends with a line of counts. With --whole, as in CI, it
// also runs what `npm run prove` would, but views each page in a sample of looks.
import { areaOf } from './changed-tests.mjs'
import { changedFiles, isCheckout, whereItBegan } from './changes.mjs'
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'
import { mainPaths, suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

await ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
await ensureBuilt()

const files = isCheckout() ? changedFiles(whereItBegan()) : []
const areas = [...new Set(files.map(areaOf))].filter((area) => area !== undefined && area in mainPaths)
await runSuites(suitesOf(process.argv.includes('--whole') ? 'whole' : 'everyday', readTests(), { areas }))
