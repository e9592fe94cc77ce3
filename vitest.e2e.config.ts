import { defineConfig } from 'vitest/config'

/**
 * What looks at many screens, and a few of the longer stories; the other half is all of the others. Each takes about as
 * long as the other, so that both cores have work until the end.
 */
const screens = [
  'connections',
  'crowded-pages',
  'dashboard',
  'demo-desk',
  'dialogs',
  'downloads',
  'every-page',
  'live-tabs',
  'shell',
  'sign-in',
  'taxes',
  'wallet-top-up',
  'white-label',
].map((name) => `e2e/${name}.test.ts`)

// Journeys in a real browser against the real program with its demo world, one at a time: they share that world. JOURNEYS
// names one half, so that both can run at once, each against a program and a world of its own.
const half = process.env['JOURNEYS']

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // One process for all files: they share a browser, and in it the application's compiled code.
    isolate: false,
    // Each step has a patience of its own; this only ends what would never end.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    include: half === 'screens' ? screens : ['e2e/**/*.test.ts'],
    exclude: ['e2e/support/**', 'e2e/hostile-text/**', ...(half === 'stories' ? screens : [])],
    globalSetup: ['e2e/support/global-setup.ts'],
  },
})
