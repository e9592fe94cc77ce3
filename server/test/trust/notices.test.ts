import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { carriedAlong, noticesText } from '../../../scripts/notices.mjs'
import { closureOf, productionPackages } from '../../../scripts/packages.mjs'
import { makeSbom } from '../../../scripts/sbom.mjs'

// What a release is made of is listed, and all of it may be given on under the project's license (SECURITY.md).

/** Licenses that packages of production may have; each was read. The LGPL is libvips, which stays a file of its own. */
const allowedLicenses = new Set(
  `MIT, MIT-0, ISC, 0BSD, BSD-3-Clause, Apache-2.0, BlueOak-1.0.0, Unlicense, CC0-1.0, Python-2.0, OFL-1.1, MPL-2.0,
   LGPL-3.0-or-later`.split(/,\s+/),
)
const packages = productionPackages()

test('every package of production has a license that the project may use', () => {
  const problems = packages.flatMap(({ name, license }) =>
    (license ?? 'none').split(/ AND | OR |[()]/).every((one) => one === '' || allowedLicenses.has(one))
      ? []
      : [`${name}: ${license}`],
  )
  expect(packages.length).toBeGreaterThan(200)
  expect(problems).toEqual([])
})

test('the notices name every installed package with its license, and what packages carry along', () => {
  const text = noticesText()
  const missing = packages
    .filter(({ folder }) => existsSync(join(projectRoot, folder)))
    .filter(({ name, version, license }) => !text.includes(`${name} ${version} (${license})`))
  expect(missing).toEqual([])
  expect(carriedAlong.filter(([name]) => !text.includes(name))).toEqual([])
})

test('the SBOM is CycloneDX and has every package of production in its version', { timeout: 60_000 }, () => {
  const sbom = makeSbom()
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'leadloom' } },
  })
  const names = new Set(sbom.components.map((one) => `${one['bom-ref'] ?? one.name}`))
  const missing = packages.filter(({ name, version }) => !names.has(`${name}@${version}`))
  expect(missing).toEqual([])
  expect(sbom.components.some(({ name }) => name.startsWith('PostgreSQL'))).toBe(true)
})

test('what a package needs is found with it, in the version that it gets', () => {
  const folders = closureOf(['pdfkit'])
  expect(folders).toContain('node_modules/pdfkit')
  expect(folders).toContain('node_modules/fontkit')
  expect(folders).toContain('node_modules/pdfkit/node_modules/@noble/hashes')
  expect(closureOf(['a-package-that-nobody-has'])).toEqual([])
})
