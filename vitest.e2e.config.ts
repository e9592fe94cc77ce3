import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the real program with its demo world, one at a time, because they share that
// world. `scripts/runs.mjs` splits them into halves that run in parallel, each with its own program and world.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // All files share one process, and with it a browser that keeps the application's compiled code.
    isolate: false,
    // Each step has its own timeout; this one only ends a test that would never end.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    include: ['e2e/*.test.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
  },
})
