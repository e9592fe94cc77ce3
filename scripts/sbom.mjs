// npm run sbom: writes dist/sbom.cdx.json (CycloneDX), npm's own list of the packages of production, read from the lock
// file, with what npm does not see.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at, root } from './lib.mjs'
import { carriedAlong } from './notices.mjs'
import { productionPackages } from './packages.mjs'

/** The document as an object. */
export function makeSbom() {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const text = execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  const sbom = JSON.parse(text)
  // npm names it after the folder that it happens to be in.
  sbom.metadata.component.name = 'leadloom'
  // With `--omit dev` npm leaves out what tools need as well, such as zod: the lock file knows better.
  const production = new Set(productionPackages().map(({ name, version }) => `${name}@${version}`))
  const isKept = (ref) => production.has(ref) || ref.startsWith('leadloom@')
  sbom.components = sbom.components.filter((one) => isKept(one['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }))
  sbom.components.push(
    ...carriedAlong.map(([name, license, url]) => ({
      type: 'library',
      name,
      licenses: [{ license: { name: license } }],
      externalReferences: [{ type: 'website', url }],
    })),
  )
  return sbom
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(at('dist/sbom.cdx.json'), `${JSON.stringify(makeSbom(), null, 2)}\n`)
  console.log('dist/sbom.cdx.json')
}
