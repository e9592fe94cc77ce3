// npm run prove [-- FILE …]: runs what `npm test` leaves out, or its files whose path contains FILE: other journeys,
// and all kills, starts, pages and inputs that `npm test` samples (server/test/proofs.ts). Ends with a line of counts.
import { ensureBuilt, ensureInstalled } from './lib.mjs'
import { suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

await ensureInstalled()
const parts = process.argv.slice(2)
const suites = suitesOf('prove', readTests(), { named: parts })
if (suites.length === 0) throw new Error(`no test has ${parts.join(' or ')} in its path`)
// Journeys and hostile-text tests run against the built pages.
await ensureBuilt()
await runSuites(suites)
