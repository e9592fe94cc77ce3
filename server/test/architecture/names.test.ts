import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { sourcesWith, type Source } from './sources.ts'

// A variable named `found` or `known` does not say what it holds. A property may be called so, and with it what a
// destructuring takes out of it under the property's own name.

const trees = ['server', 'contract', 'web', 'e2e', 'demo', 'bench', 'pixel', 'scripts']

const irregular =
  'begun bought broken brought built caught chosen done drawn driven fed felt forbidden foreseen forgotten found given gone ' +
  'grown held hidden kept known led left lent lost made meant met own paid read said seen sent shown sold sought spent ' +
  'spoken taken thrown told understood withdrawn withheld won written'
const nouns = new Set(['bleed', 'breed', 'deed', 'embed', 'feed', 'hundred', 'need', 'seed', 'shed', 'speed', 'weed'])
const participle = `(?:(?:un|re|over)?(?:${irregular.replaceAll(' ', '|')})|[a-z]{2,}ed)`
const onlyParticiple = new RegExp(`^${participle}$`)
const isParticiple = (name: string): boolean => onlyParticiple.test(name) && !nouns.has(name)

interface Node {
  type?: string
  value?: unknown
  [key: string]: unknown
}

/** The names that a pattern chooses: not those of a shorthand, which the property has given. */
function namesIn(pattern: Node | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [String(pattern.value)]
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap(namesIn)
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap(namesIn)
    case 'KeyValuePatternProperty':
      return namesIn(pattern.value as Node)
    case 'AssignmentPattern':
      return namesIn(pattern['left'] as Node)
    case 'RestElement':
      return namesIn(pattern['argument'] as Node)
    default:
      return []
  }
}

function variablesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(variablesIn)
  if (node === null || typeof node !== 'object') return []
  const names = (node as Node).type === 'VariableDeclarator' ? namesIn((node as Node)['id'] as Node) : []
  return [...names, ...Object.values(node).flatMap(variablesIn)]
}

/** Whatever a declaration of such a name looks like: a text without it need not be parsed, which takes most of the time. */
const mayDeclare = new RegExp(
  [
    String.raw`\b(?:const|let|var)\s+${participle}\b`,
    String.raw`\b(?:let|var)\s[^=\n]*\b${participle}\b`,
    String.raw`(?:[[,:]|\.\.\.)\s*${participle}\s*(?:[=,\]}]|:[^,=]*=)`,
  ].join('|'),
)

const participlesIn = ({ path, text }: Source): string[] => {
  if (!mayDeclare.test(text)) return []
  return variablesIn(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }).body)
    .filter(isParticiple)
    .map((name) => `${path}: ${name}`)
}

test('a variable is named by what it holds, and not by a bare participle', () => {
  const sources = sourcesWith('.ts', '.tsx', '.mjs').filter(({ path }) => trees.includes(path.split('/')[0]!))
  expect(sources.length).toBeGreaterThan(1_500)
  expect(
    sources.flatMap(participlesIn),
    'Name each by a noun, in the field’s word: `campaign`, not `found`; `storedRule`, if it must be told from `rule`.',
  ).toEqual([])
}, 90_000)

test.each([
  ['const found = rows[0]', ['found']],
  ['const [unread, { kept }, ...left] = rows', ['unread', 'left']],
  ['for (const { name: refused = 1 } of rows) run(() => { let own })', ['refused', 'own']],
  ['let one: number, told: number\nvar first = 1, second = 2, felt: string = a', ['told', 'felt']],
  ['const {\n  name: lent,\n  ...kept\n} = row', ['lent', 'kept']],
  ['const { rows, asked } = await readRows(); const seed = rows.map((known) => ({ told: known }))', []],
])('%s is judged', (text, names) => {
  const path = 'server/areas/leads/planted.ts'
  expect(participlesIn({ path, text })).toEqual(names.map((name) => `${path}: ${name}`))
})
