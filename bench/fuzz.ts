import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'

// The fuzz test at full size: bad inputs generated from the contract's schemas, in sealed, plain and multipart bodies.
// About four in five are rejected; the rest are valid and reach the code behind the schemas. FUZZ_SEED changes them.

const runs = process.env['FUZZ_RUNS'] ?? '115000'
const seed = process.env['FUZZ_SEED'] ?? '1'
const folder = join(projectRoot, '.tmp')
const figures = join(folder, 'fuzz.json')
mkdirSync(folder, { recursive: true })
rmSync(figures, { force: true })
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=dot', 'server/test/access/fuzz.test.ts'],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', FUZZ_RUNS: runs, FUZZ_SEED: seed, FUZZ_FIGURES: figures },
  },
)
const figuresRead: unknown = existsSync(figures) ? JSON.parse(readFileSync(figures, 'utf8')) : {}
console.log(JSON.stringify({ bench: 'fuzz', ...(figuresRead as object) }))
process.exitCode = run.status === 0 ? 0 : 1
