import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the real program with its demo world, one at a time: they share that world. Which of
// them run side by side, each half against a program and a world of its own, stands in `scripts/runs.mjs`.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // One process for all files: they share a browser, and in it the application's compiled code.
    isolate: false,
    // Each step has a patience of its own; this only ends what would never end.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    include: ['e2e/*.test.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
  },
})
