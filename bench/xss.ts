import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { fieldsTitle } from '../e2e/hostile-text/fields-title.ts'

// The corpus of hostile texts at full size, in two parallel halves: each text in each field; and every page with every
// dialog under one filling after the other, until each field has shown most of them.

interface Figures {
  texts: number
  tries: number
  looks: number
  executions: number
}

const folder = join(projectRoot, '.tmp')
mkdirSync(folder, { recursive: true })

async function runHalf(name: string, env: Record<string, string>, args: readonly string[]): Promise<Figures | null> {
  const figures = join(folder, `xss-${name}.json`)
  rmSync(figures, { force: true })
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=dot', 'e2e/hostile-text', ...args],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'test', PROVE: 'whole', ...env, XSS_FIGURES: figures },
    },
  )
  const code = await new Promise((ended) => child.once('close', ended))
  // Without a test of that title, vitest ends without an error.
  if (code === 0 && !existsSync(figures)) console.error(`xss ${name}: no test ran`)
  return code === 0 && existsSync(figures) ? (JSON.parse(readFileSync(figures, 'utf8')) as Figures) : null
}

const rounds = process.env['XSS_ROUNDS'] ?? '20'
const [fields, pages] = await Promise.all([
  runHalf('fields', { XSS_PER_FIELD: 'all' }, ['-t', `^${fieldsTitle}$`]),
  runHalf('pages', { XSS_PER_FIELD: '4', XSS_ROUNDS: rounds, XSS_DIALOGS: '20' }, []),
])
const sum = (name: keyof Figures): number => (fields?.[name] ?? 0) + (pages?.[name] ?? 0)
const summary = { texts: fields?.texts, tries: sum('tries'), looks: sum('looks'), executions: sum('executions') }
console.log(JSON.stringify({ bench: 'xss', rounds: Number(rounds), ...(fields && pages ? summary : {}) }))
process.exitCode = fields && pages ? 0 : 1
