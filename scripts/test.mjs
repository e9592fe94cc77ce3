// npm test: installs, checks, builds and runs the everyday tests: what changes since main can break, all tests outside of the
// server's areas, and some in a real browser: the journey through all areas, and the main paths of areas that differ from main. Ends
// with a line of counts. With --whole, as in CI, it runs everything, but views each page in a sample of looks.
import { areaOf, testsOf } from './changed-tests.mjs'
import { changedFiles, isCheckout, readSources, whereItBegan } from './changes.mjs'
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'
import { mainPaths, suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

await ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
await ensureBuilt()

const changes = isCheckout() ? readChanges() : { tests: null }
await runSuites(suitesOf(process.argv.includes('--whole') ? 'whole' : 'everyday', readTests(), changes))

/** What differs from main. */
function readChanges() {
  const paths = changedFiles(whereItBegan())
  const areas = [...new Set(paths.map(areaOf))].filter((area) => area !== undefined && area in mainPaths)
  return { areas, ...(paths.length > 0 && testsOf(paths, readSources())) }
}
