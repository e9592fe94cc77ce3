// npm run bench -- NAME: one benchmark of bench/NAME.ts, bundled as the program itself is, since that is what runs.
import { existsSync, readdirSync } from 'node:fs'
import { at, ensureInstalled, run } from './lib.mjs'

ensureInstalled()
const [name, ...rest] = process.argv.slice(2)
if (!name || !existsSync(at('bench', `${name}.ts`))) {
  const names = readdirSync(at('bench')).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  throw new Error(`name a benchmark: ${names.map((file) => file.replace('.ts', '')).join(', ')}`)
}
const { bundleServer } = await import('./bundle.mjs')
await bundleServer({ [name]: at('bench', `${name}.ts`) }, at('dist', 'bench'))
run(
  process.execPath,
  ['--max-semi-space-size=64', '--enable-source-maps', at('dist', 'bench', `${name}.js`), ...rest],
  { NODE_ENV: 'production' },
)
