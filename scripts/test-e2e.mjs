// npm run test:e2e -- NAME: runs the journeys whose file name contains NAME, in a real browser.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.e2e.config.ts', ...process.argv.slice(2)],
  { NODE_ENV: 'test' },
)
