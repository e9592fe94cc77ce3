// npm run test:cluster -- PATH …: runs area tests, node kills and journeys (paths that begin with e2e/) on a real
// cluster of three servers, from CITUS_BIN (docs/runbooks/cluster.md). Without a path, runs all of them.
import { ensureBuilt, ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
if (!process.env.CITUS_BIN) throw new Error('CITUS_BIN must be a folder of PostgreSQL binaries with Citus')

const args = process.argv.slice(2)
const options = args.filter((one) => one.startsWith('-'))
const paths = args.filter((one) => !one.startsWith('-'))
const isJourney = (path) => path.startsWith('e2e')

function test(config, ofThese) {
  if (paths.length > 0 && ofThese.length === 0) return true
  try {
    run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '-c', config, ...options, ...ofThese], {
      NODE_ENV: 'test',
    })
    return true
  } catch (error) {
    console.error(error.message)
    return false
  }
}

const areasPass = test(
  'vitest.cluster.config.ts',
  paths.filter((path) => !isJourney(path)),
)
if (paths.length === 0 || paths.some(isJourney)) await ensureBuilt()
const journeysPass = test('vitest.cluster-journeys.config.ts', paths.filter(isJourney))
process.exit(areasPass && journeysPass ? 0 : 1)
