// npm run prove [-- FILE …]: the slow proofs whole, or those whose path holds FILE: all kills, starts, pages and inputs of which
// npm test takes a sample. Whatever uses server/test/proofs.ts is one. Ends with one line that counts them.
import { readFileSync, readdirSync } from 'node:fs'
import { at, ensureBuilt, ensureInstalled } from './lib.mjs'
import { runSuites } from './suites.mjs'

ensureInstalled()
const named = process.argv.slice(2)
const files = ['contract', 'server', 'web', 'pixel', 'demo', 'e2e'].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => /from '[^']*\/proofs\.ts'/.test(readFileSync(at(file), 'utf8')))
    .filter((file) => named.length === 0 || named.some((part) => file.includes(part))),
)
if (files.length === 0) throw new Error(`no proof has ${named.join(' or ')} in its path`)
// Hostile texts and crowds are looked at on the pages as they are built.
ensureBuilt()

const env = { PROVE: 'whole' }
const isScenario = (file) => file.startsWith('server/test/scenarios/')
const isJourney = (file) => file.startsWith('e2e/') && !file.startsWith('e2e/hostile-text/')
const config = (name) => ['--config', `vitest.${name}.config.ts`]
const filesOf = (isOne) => files.filter(isOne)
const suites = [
  { name: 'proofs', options: [], files: filesOf((file) => !isScenario(file) && !isJourney(file)) },
  { name: 'proofs: scenarios', options: config('scenarios'), files: filesOf(isScenario) },
  { name: 'proofs: journeys', options: config('e2e'), files: filesOf(isJourney) },
]
await runSuites(
  suites
    .filter((suite) => suite.files.length > 0)
    .map((suite) => [{ name: suite.name, args: [...suite.options, ...suite.files], env }]),
)
