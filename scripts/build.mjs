// Builds the server (into one file, for a quick start), the pixel and the web app.
import { existsSync, rmSync } from 'node:fs'
import { bundleServer } from './bundle.mjs'
import { at, run } from './lib.mjs'

rmSync(at('dist', 'compiled'), { recursive: true, force: true })
await bundleServer({ main: at('server/entry/main.ts') }, at('dist/server'))
run(process.execPath, ['--import', 'tsx', 'pixel/build.ts'])
// Test builds must equal deployed ones: NODE_ENV decides which build of React is bundled.
const env = { NODE_ENV: 'production' }
if (existsSync(at('web/index.html'))) run(process.execPath, ['scripts/build-web.mjs'], env)
