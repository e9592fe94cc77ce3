// npm test: installs, checks, builds and runs every test, a real browser's too. Ends with one line that counts them. With
// --whole, as CI runs it, the slow proofs are made whole in the same run, and nothing is run twice; but for the looks at
// crowded pages, of which it takes the sample, too: they are whole in `npm run prove`.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'
import { runSuites } from './suites.mjs'

ensureInstalled()
run(process.execPath, ['scripts/check.mjs'])
ensureBuilt()

const proofs = process.argv.includes('--whole') ? { PROVE: 'whole' } : {}
const journeys = ['--config', 'vitest.e2e.config.ts']
const looks = { ...proofs, CROWDED_PAGES: 'sample' }
/** The suites in their order, the quick ones first, so that a red one is known soon. Those of one line run at once. */
await runSuites([
  [{ name: 'unit and area', args: [], env: proofs }],
  [{ name: 'scenarios', args: ['--config', 'vitest.scenarios.config.ts'], env: proofs }],
  // Journeys mostly wait: for a page, for mail, for a lead. Two halves, each with a program of its own, fill two cores.
  [
    { name: 'journeys: screens', args: journeys, env: { ...looks, JOURNEYS: 'screens' } },
    { name: 'journeys: stories', args: journeys, env: { ...looks, JOURNEYS: 'stories' } },
  ],
])
