import { defineConfig } from 'vitest/config'

// What is polled for comes when the machine gets to it: a busy one takes seconds, and only a broken program takes longer.
const shared = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
} as const

// Unit and area tests. Scenarios and journeys need the machine for themselves and have configurations of their own.
export default defineConfig({
  test: {
    // One more than the machine has cores: many tests wait, for a server to come back or a retry to fall due.
    maxWorkers: 3,
    projects: [
      {
        test: { ...shared, name: 'plain', include: ['{contract,web,pixel,e2e/support}/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server,demo,bench}/**/*.test.ts', 'e2e/hostile-text/*.test.ts'],
          exclude: ['server/test/scenarios/**'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
    ],
  },
})
