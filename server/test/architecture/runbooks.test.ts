import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'

// Whoever follows a runbook at night types what it says.

const folders = ['docs/runbooks', 'docs/guide/operator', 'deploy/monitoring']
const texts = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(projectRoot, folder, name), 'utf8') })),
)
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const settings = readFileSync(join(projectRoot, 'docs/settings.md'), 'utf8')

/** What a pattern finds in all texts, with where. */
const wordsLike = (pattern: RegExp): { name: string; word: string }[] =>
  texts.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([, word]) => ({ name, word: word! })))

test('every command of a runbook is one of the program', () => {
  const commands = wordsLike(/npm run (?:-s )?([a-z][a-z0-9:-]*)/g)
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter(({ word }) => scripts[word] === undefined)).toEqual([])
})

/** Of other programs, or of a test. */
const ofOthers = new Set(['NODE_EXTRA_CA_CERTS', 'CITUS_BIN'])

test('every setting of a runbook is one of the program', () => {
  const names = wordsLike(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter(({ word }) => !settings.includes(`\`${word}\``) && !ofOthers.has(word))).toEqual([])
})
