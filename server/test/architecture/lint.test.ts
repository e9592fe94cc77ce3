import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeTestFolder } from '../test-folder.ts'
import { projectRoot } from './sources.ts'

// The rules of STYLE.md that the linter says, in the editor and in `npm run check`: each is found where it is planted.

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const body = (lines: number): string => `{${'\n'.repeat(lines - 1)}}`

/** Violations: where, what, and the rule that must report each; without a rule, none must. */
const plantedFiles: readonly (readonly [path: string, text: string, rule?: string])[] = [
  ['server/right.ts', `${'\n'.repeat(399)}export {}`],
  ['web/long.ts', `${'\n'.repeat(400)}export {}`, 'max-lines'],
  ['server/short.ts', `export function right() ${body(70)}`],
  ['server/function.ts', `export function wrong() ${body(71)}`, 'max-lines-per-function'],
  ['scripts/arrow.mjs', `export const wrong = () => ${body(71)}`, 'max-lines-per-function'],
  ['demo/method.ts', `export class One {\n  wrong() ${body(71)}\n}`, 'max-lines-per-function'],
  ['server/called.ts', `;(function wrong() ${body(71)})()`, 'max-lines-per-function'],
  ['web/right.tsx', `export function Right() ${body(120)}`],
  ['web/wrong.tsx', `export function Wrong() ${body(121)}`, 'max-lines-per-function'],
  ['web/planted-page.test.tsx', 'export {}'],
  ['web/PlantedPage.tsx', 'export {}', 'filename-case'],
  ['server/planted_page.ts', 'export {}', 'filename-case'],
  ['web/barrel.ts', "export * from './right.tsx'", 'no-barrel-file'],
  ['web/default.ts', 'export default function readLeads() {}', 'no-default-export'],
  ['web/as-default.ts', 'const one = 1\nexport { one as default }', 'no-default-export'],
  ['server/areas/now.ts', 'export const now_ms = Date.now()', 'no-restricted-properties'],
  ['demo/ticks.ts', 'export const now_ms = performance.now()', 'no-restricted-properties'],
  ['contract/random.ts', 'export const one = Math.random()', 'no-restricted-properties'],
  ['server/platform/id.ts', 'export const id = crypto.randomUUID()', 'no-restricted-properties'],
  ['server/id.ts', "import { randomUUID } from 'node:crypto'\nexport const id = randomUUID()", 'no-restricted-imports'],
  ['server/platform/clock.ts', 'export const now_ms = Date.now()'],
  ['web/now.ts', 'export const now_ms = Date.now()'],
  ['server/now.test.ts', 'export const now_ms = Date.now()'],
  ['server/port.ts', "export const port = process.env['PORT']", 'no-process-env'],
  ['server/entry/port.ts', "export const port = process.env['PORT']"],
  ['web/markup.ts', "document.body.innerHTML = ''", 'no-restricted-properties'],
  ['server/markup.ts', "document.body.innerHTML = ''", 'no-restricted-properties'],
  [
    'web/markup.tsx',
    'export const Wrong = (__html: string) => <p dangerouslySetInnerHTML={{ __html }} />',
    'no-danger',
  ],
  ['server/areas/call.ts', "export const answer = await fetch('http://x')", 'no-restricted-globals'],
  ['server/providers/call.ts', "export const answer = await globalThis.fetch('http://x')", 'no-restricted-globals'],
  ['server/platform/call.ts', "export const answer = await fetch('http://x')"],
  ['web/areas/dialog.tsx', "import { Modal } from '@mantine/core'\nexport const One = Modal", 'no-restricted-imports'],
  [
    'web/areas/lines.tsx',
    "import { LineChart } from '@mantine/charts'\nexport const One = LineChart",
    'no-restricted-imports',
  ],
  ['web/areas/area.tsx', "import { Area } from 'recharts'\nexport const One = Area", 'no-restricted-imports'],
  ['web/areas/ask.tsx', "export const answer = window.confirm('?')", 'no-alert'],
  ['web/shells/dialog.tsx', "import { Modal } from '@mantine/core'\nexport const One = Modal"],
  ...['it', 'test', 'describe'].flatMap((name) =>
    ['skip', 'only', 'todo'].map(
      (what) =>
        [`e2e/${name}-${what}.test.ts`, `${name}.${what}('is right', () => {})`, 'no-restricted-properties'] as const,
    ),
  ),
]

interface Diagnostic {
  filename: string
  /** `eslint(max-lines)` */
  code: string
}

test('the linter finds each violation that is planted, and nothing else', async () => {
  copyFileSync(join(projectRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [path, text] of plantedFiles) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const linter = join(projectRoot, 'node_modules/oxlint/bin/oxlint')
  const output = await new Promise<string>((ended) => {
    execFile(process.execPath, [linter, '--format', 'json'], { cwd: folder }, (_error, stdout) => ended(stdout))
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
  const findings = diagnostics.map(({ filename, code }) => `${filename}: ${/\(([\w/-]+)\)/.exec(code)?.[1]}`)
  const expectedFindings = plantedFiles.flatMap(([path, , rule]) => (rule === undefined ? [] : [`${path}: ${rule}`]))
  expect(findings.toSorted()).toEqual(expectedFindings.toSorted())
}, 60_000)
