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
// Hostile texts are looked at on the pages as they are built.
ensureBuilt()

const env = { PROVE: 'whole' }
const isScenario = (file) => file.startsWith('server/test/scenarios/')
const suites = [
  { name: 'proofs', args: files.filter((file) => !isScenario(file)), env },
  { name: 'proofs: scenarios', args: files.filter(isScenario), env },
]
await runSuites(
  suites
    .filter(({ args }) => args.length > 0)
    .map((suite) => [
      suite.name === 'proofs' ? suite : { ...suite, args: ['--config', 'vitest.scenarios.config.ts', ...suite.args] },
    ]),
)
