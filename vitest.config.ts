import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', pool: 'forks', testTimeout: 20_000, hookTimeout: 30_000 } as const

// Unit and area tests. Scenarios and journeys need the machine for themselves and have configurations of their own.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { ...shared, name: 'plain', include: ['{contract,web,pixel,e2e/support}/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server,demo,bench}/**/*.test.ts'],
          exclude: ['server/test/scenarios/**'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
    ],
  },
})
