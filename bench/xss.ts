import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'

// The corpus of hostile texts at its full size: each text on each field, and every page and dialog opened with ten fillings.

const folder = join(projectRoot, '.tmp')
const figures = join(folder, 'xss.json')
mkdirSync(folder, { recursive: true })
rmSync(figures, { force: true })
const done = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=dot', 'e2e/hostile-text'],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      XSS_PER_FIELD: process.env['XSS_PER_FIELD'] ?? 'all',
      XSS_ROUNDS: process.env['XSS_ROUNDS'] ?? '10',
      XSS_DIALOGS: '20',
      XSS_FIGURES: figures,
    },
  },
)
const found: unknown = existsSync(figures) ? JSON.parse(readFileSync(figures, 'utf8')) : {}
console.log(JSON.stringify({ bench: 'xss', ...(found as object) }))
process.exitCode = done.status === 0 ? 0 : 1
