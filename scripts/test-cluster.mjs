// npm run test:cluster -- PATH …: tests of areas on a real cluster of three servers, from CITUS_BIN (docs/runbooks/cluster.md).
import { ensureInstalled, run } from './lib.mjs'

ensureInstalled()
if (!process.env.CITUS_BIN) throw new Error('CITUS_BIN must name a folder of PostgreSQL programs with Citus')
run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '-c', 'vitest.cluster.config.ts', ...process.argv.slice(2)],
  { NODE_ENV: 'test' },
)
