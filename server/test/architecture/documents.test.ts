import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { settingsPage, settingsPath } from '#server/describe-settings.ts'
import { projectRoot, sourcesWith, type Source } from './sources.ts'

// What documents refer to must exist: files that they link to or name by path, and commands of package.json.

const commands = Object.keys(
  (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { scripts: object }).scripts,
)
const files = sourcesWith('.ts', '.tsx', '.mjs', '.sql', '.md', '.yaml', '.css', '.json', '.tsv').map(
  ({ path }) => `/${path}`,
)

const links = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g
const inlineCode = /`([^`\n]+)`/g
/** A path from the project's root, or the end of one: `resolve/region.ts`, `charge-leads.ts`. */
const rootedPath = /^(?:contract|server|web|pixel|demo|e2e|bench|scripts|deploy|docs)\/[\w./-]*\w\/?$/
const file = /^[\w./-]+\.(?:ts|tsx|mjs|sql|md|yaml|css|tsv)$/
const command = /^(?:[A-Z_]+=\S+ )*npm run (?:-s )?([\w:-]+)/

const isThere = (path: string): boolean => existsSync(join(projectRoot, path))
const isNamed = (path: string): boolean => files.some((one) => one.endsWith(`/${path}`))

/** What a document refers to and the project does not have. `vX.Y.Z` stands for any release. */
function missingIn({ path, text }: Source): string[] {
  const targets = [...text.matchAll(links)].map(([, to]) => to!)
  const code = [...text.matchAll(inlineCode)].map(([, words]) => words!)
  const names = code.filter((words) => (rootedPath.test(words) || file.test(words)) && !words.includes('vX.Y.Z'))
  return [
    ...targets.filter((to) => !isThere(normalize(join(dirname(path), to)))),
    ...names.filter((name) => !isThere(name) && !isThere(join(dirname(path), name)) && !isNamed(name)),
    ...code.flatMap((words) => command.exec(words)?.[1] ?? []).filter((name) => !commands.includes(name)),
  ]
}

test('documents name no nonexistent file or command', () => {
  const documents = sourcesWith('.md')
  expect(documents.length).toBeGreaterThan(150)
  expect(documents.flatMap((document) => missingIn(document).map((name) => `${document.path}: ${name}`))).toEqual([])
})

test('a nonexistent link, path, file, or command is detected', () => {
  const there = '[one](../../README.md), `server/areas/leads`, `stages.ts`, `npm run check`, `/collect`, `a.ts or b`'
  const goneNames = '[one](./gone.md), `server/areas/gone`, `gone-file.ts`, `npm run gone -- leads`'
  const path = 'docs/domain/planted.md'
  expect(missingIn({ path, text: there })).toEqual([])
  expect(missingIn({ path, text: goneNames })).toEqual(['./gone.md', 'server/areas/gone', 'gone-file.ts', 'gone'])
})

/** A name from the code: `verifyLeads`, `lead_count`, `webhook-id`. */
const codeName = /^[a-z]+(?:(?:[-_][a-z]+)+|(?:[A-Z][a-z]+)+)$/

/** Names from the code, in backticks, that the code does not contain. */
const unknownNames = ({ path, text }: Source, code: string): string[] =>
  [...text.matchAll(inlineCode)]
    .map(([, words]) => words!)
    .filter((words) => codeName.test(words) && !code.includes(words))
    .map((name) => `${path}: ${name}`)

test('READMEs use no name that the code does not have', () => {
  const sources = sourcesWith('.ts', '.tsx', '.mjs', '.sql', '.css', '.yaml').filter(
    ({ path }) => !path.endsWith('architecture/documents.test.ts'),
  )
  const code = sources.map(({ path, text }) => `${path}\n${text}`).join('\n')
  // How fonts are cut is done by hand, with a tool that is not in the project.
  const readmes = sourcesWith('README.md').filter(({ path }) => !path.startsWith('web/ui/theme/fonts/'))
  expect(
    readmes.filter(({ text }) => [...text.matchAll(inlineCode)].some(([, words]) => codeName.test(words!))).length,
  ).toBeGreaterThan(20)
  expect(readmes.flatMap((readme) => unknownNames(readme, code))).toEqual([])
  const text = '`verifyLeads`, `lead_count`, `webhook-id`, `npm run check`, `verifyGone`, `gone_count`, `gone-leads`'
  expect(unknownNames({ path: 'web/README.md', text }, 'verifyLeads lead_count webhook-id')).toEqual(
    ['verifyGone', 'gone_count', 'gone-leads'].map((name) => `web/README.md: ${name}`),
  )
})

test('docs/settings.md is what the configuration’s schema says', () => {
  expect(readFileSync(settingsPath, 'utf8')).toBe(settingsPage())
})
