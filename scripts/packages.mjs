// Which packages the program is made of, read from package-lock.json and node_modules.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at } from './lib.mjs'

const readJson = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'))

/** What the license file says where the package's own statement does not, read by a person. */
const licenseRead = { zipcodes: 'BSD-3-Clause', 'png-js': 'MIT' }

/** Every package of production in the lock file: by folder, name, version, license. Those for other systems are among them. */
export function productionPackages() {
  const { packages } = readJson('package-lock.json')
  return Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link)
    .map(([folder, { version, license }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { folder, name, version, license: licenseRead[name] ?? license }
    })
}

/** The folder of a package as one in `from` finds it; null if it is not installed, as those for other systems. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(at(candidate, 'package.json'))) return candidate
    if (folder === '.') return null
  }
}

/** Folders of these packages and of everything that they need. */
export function closureOf(names) {
  const folders = new Set()
  const add = (name, from) => {
    const folder = folderOf(name, from)
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = readJson(folder, 'package.json')
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) add(dependency, folder)
  }
  for (const name of names) add(name, '.')
  return [...folders].toSorted()
}

/** The texts of a package's licenses and notices. */
export const licenseTextsIn = (folder) =>
  readdirSync(at(folder))
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .toSorted()
    .map((name) => readFileSync(at(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
