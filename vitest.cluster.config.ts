import { defineConfig } from 'vitest/config'

// The tests of areas on a real cluster. Two files at a time, because each clones a database on three servers.
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: 'server/test/property-seed.ts',
    include: [
      'server/first-root.test.ts',
      'server/areas/**/*.test.ts',
      'server/retention/*.test.ts',
      'server/test/cluster/*.test.ts',
    ],
    globalSetup: ['server/test/cluster/global-setup.ts'],
  },
})
