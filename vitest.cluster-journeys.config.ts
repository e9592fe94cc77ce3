import { defineConfig } from 'vitest/config'
import journeys from './vitest.e2e.config.ts'

// The journeys against programs whose databases lie on a real cluster (docs/runbooks/cluster.md).
export default defineConfig({
  test: {
    ...journeys.test,
    // Three servers start, and a demo world takes longer to make: a statement about several agencies asks each of them.
    hookTimeout: 600_000,
    globalSetup: ['e2e/support/cluster-setup.ts', 'e2e/support/global-setup.ts'],
  },
})
