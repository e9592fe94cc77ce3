// npm run prove [-- FILE …]: what `npm test` leaves out, or of it those files whose path holds FILE: the other journeys, and all
// kills, starts, pages and inputs of which it takes a sample (whatever uses server/test/proofs.ts). Ends with one line that counts them.
import { ensureBuilt, ensureInstalled } from './lib.mjs'
import { suitesOf } from './runs.mjs'
import { readTests, runSuites } from './suites.mjs'

ensureInstalled()
const named = process.argv.slice(2)
const suites = suitesOf('prove', readTests(), named)
if (suites.length === 0) throw new Error(`no proof has ${named.join(' or ')} in its path`)
// Journeys and hostile texts look at the pages as they are built.
ensureBuilt()
await runSuites(suites)
