import { defineConfig } from 'vitest/config'

// What is polled for comes when the machine gets to it: a busy one takes seconds, and only a broken program takes longer.
const shared = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
  setupFiles: 'server/test/property-seed.ts',
} as const

/** What replaces a module, or counts what a process has counted since it began, and so wants a process of its own. */
const alone = ['server/areas/sign-in/same-work.test.ts']

// Unit and area tests. Scenarios and journeys need the machine for themselves and have configurations of their own.
export default defineConfig({
  test: {
    // One more than the machine has cores: many tests wait, for a server to come back or a retry to fall due.
    maxWorkers: 3,
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
          // One worker's files follow each other in one process: importing the server takes a second each time.
          isolate: false,
          name: 'server',
          include: ['{server,demo,bench}/**/*.test.ts', 'e2e/hostile-text/*.test.ts'],
          exclude: ['server/test/{scenarios,cluster}/**', ...alone],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'alone', include: alone, globalSetup: ['server/test/global-setup.ts'] } },
    ],
  },
})
