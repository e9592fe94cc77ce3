import { defineConfig } from 'vitest/config'
import { SlowFirst } from './server/test/slow-first.ts'

// Polling timeouts are generous: a busy machine may take seconds, and only a broken program takes longer.
const shared = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: 'server/test/property-seed.ts',
} as const

/** Tests that mock modules, or read counters that a process has kept since its start, need their own process. */
const alone = ['server/areas/sign-in/same-work.test.ts']

// Unit and area tests. Scenarios and journeys need the whole machine and have their own configurations.
export default defineConfig({
  test: {
    // One more worker than cores, because many tests wait for a server to come back or a retry to come due.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...shared,
          isolate: false,
          name: 'plain',
          include: ['{contract,web,pixel,e2e/support}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...shared,
          // All files of one worker share a process, because importing the server takes a second each time.
          isolate: false,
          name: 'server',
          include: ['{server,demo,bench}/**/*.test.ts', 'e2e/{audit,hostile-text}/*.test.ts'],
          exclude: ['server/test/{scenarios,cluster}/**', ...alone],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'alone', include: alone, globalSetup: ['server/test/global-setup.ts'] } },
    ],
  },
})
