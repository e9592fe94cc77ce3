import { defineConfig } from 'vitest/config'

// Long scenarios: processes that are killed under load, clocks that move. One at a time, on real servers.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    include: ['server/test/scenarios/**/*.test.ts'],
    setupFiles: ['server/test/property-seed.ts'],
    globalSetup: ['server/test/global-setup.ts'],
  },
})
