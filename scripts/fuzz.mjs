// npm run fuzz [-- FILE …]: runs every property-based test, or those whose path contains FILE, with a new random seed.
// FUZZ_SEED repeats a run; FUZZ_RUNS sets the number of inputs per operation.
import { randomInt } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { at, ensureInstalled, run } from './lib.mjs'

await ensureInstalled()
const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31))
const parts = process.argv.slice(2)
const files = ['contract', 'server', 'web', 'pixel', 'demo'].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => readFileSync(at(file), 'utf8').includes("from 'fast-check'"))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part))),
)
if (files.length === 0) throw new Error(`no fuzz test has ${parts.join(' or ')} in its path`)

const again = `FUZZ_SEED=${seed} npm run fuzz${parts.length > 0 ? ` -- ${parts.join(' ')}` : ''}`
console.log(`Seed ${seed}. To repeat this run: ${again}`)
try {
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    NODE_ENV: 'test',
    PROVE: 'whole',
    FUZZ_SEED: seed,
  })
} catch {
  console.error(`\nFailed with seed ${seed}. To repeat it: ${again}`)
  process.exitCode = 1
}
