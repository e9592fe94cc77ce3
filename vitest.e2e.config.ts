import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the real program with its demo world.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    include: ['e2e/**/*.test.ts'],
    exclude: ['e2e/support/**'],
    globalSetup: ['e2e/support/global-setup.ts'],
  },
})
