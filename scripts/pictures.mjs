// npm run pictures: takes the pictures of README and the handbook from the demo world, in a real browser.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.pictures.config.ts'], {
  NODE_ENV: 'test',
})
