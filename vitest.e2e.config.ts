import { defineConfig } from 'vitest/config'
import { longestFirst } from './server/test/longest-first.ts'

// Journeys in a real browser against the real program with its demo world: in each lane one at a time, because they share
// that lane's world. `scripts/runs.mjs` says how many lanes run side by side.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: Number(process.env['JOURNEY_LANES'] ?? 1),
    sequence: { sequencer: longestFirst('every-page', 'dialogs', 'crowded-pages') },
    // All files of a lane share one process, and with it a browser that keeps the application's compiled code.
    isolate: false,
    // Each step has its own timeout; this one only ends a test that would never end.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000, interval: 100 } },
    include: ['e2e/*.test.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
  },
})
