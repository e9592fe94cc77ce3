import { defineConfig } from 'vitest/config'
import journeys from './vitest.e2e.config.ts'

// The journeys against programs with their databases on a real cluster (docs/runbooks/cluster.md).
export default defineConfig({
  test: {
    ...journeys.test,
    // Three servers start, and making a demo world takes longer: a query across agencies visits each of them.
    hookTimeout: 600_000,
    globalSetup: ['e2e/support/cluster-setup.ts', 'e2e/support/global-setup.ts'],
  },
})
