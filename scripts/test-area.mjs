// npm run test:area -- leads: runs the tests of one area in contract, server and web.
import { ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
const [area] = process.argv.slice(2)
if (!area) throw new Error('Specify an area, for example: npm run test:area -- leads')
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', `areas/${area}/`, `contract/${area}/`], {
  NODE_ENV: 'test',
})
