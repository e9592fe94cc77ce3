import { expect, test } from 'vitest'
import { modules } from '#contract/campaigns/modules.ts'
import { isTest, sourcesWith } from './sources.ts'

// Everything specific to a module is in its definition: no other code checks which module it is, and adding one takes
// only its folders, its line in the contract's list, and texts.

/** Where modules are defined: the contract's list and the folders named after them. Files next to those don't count. */
const definitions = [
  'contract/campaigns/modules.ts',
  'contract/leads/reasons.ts',
  'contract/campaigns/module-fields/',
  ...modules.flatMap((module) => [
    `server/areas/campaigns/modules/${module}/`,
    `web/areas/campaigns/modules/${module}/`,
  ]),
]

/** Other files that name a module, and why. */
const others: Readonly<Record<string, string>> = {
  'contract/identity/advance-information.ts': 'the two documented lists of kinds are called after modules (C099, C100)',
  'server/areas/identity/advance-information.ts': 'answers these two lists',
  'web/areas/identity/information-lists.tsx': 'shows these two lists',
  'web/areas/identity/mapping-form.tsx': 'shows these two lists',
  'web/areas/identity/enhance-locations.tsx': 'leads to the section of that name',
  'web/areas/settings/sections.ts': 'the section of one setting, C102',
  'server/areas/campaigns/modules/information-type.ts': 'a list of kinds, which is called after a module (C099)',
  'server/areas/people/present.ts': 'a documented field that knows two modules',
  'server/areas/developers/sandbox/world.ts': 'examples',
}

const literal = new RegExp(
  `(['"\`])(?:${modules.filter((module) => module !== 'local').join('|')})\\1|^\\s*(?:${modules.join('|')}): `,
  'mu',
)
const comparison = new RegExp(`module\\w* [!=]== '(?:${modules.join('|')})'`, 'iu')
const namesAModule = (text: string): boolean => literal.test(text) || comparison.test(text)

test('a module’s name and a comparison with it are detected', () => {
  for (const text of ["if (module === 'local') return", "const one = 'b2b'", 'const all = {\n  local: 1,\n}'])
    expect(namesAModule(text)).toBe(true)
  for (const text of ["const suffixes = ['local', 'internal']", "if (module === '')"])
    expect(namesAModule(text)).toBe(false)
})

test('nothing outside the definitions checks which module it is', () => {
  const places = sourcesWith('.ts', '.tsx')
    .filter(({ path }) => /^(?:contract|server|web)\//.test(path) && !isTest(path))
    .filter(({ path }) => !/^server\/test\/|^i18n\//.test(path))
    .filter(({ path }) => !definitions.some((place) => path.startsWith(place)))
    .filter(({ text }) => namesAModule(text))
    .map(({ path }) => path)
  expect(places.toSorted()).toEqual(Object.keys(others).toSorted())
})

test('what belongs to one module on the wire and in the form is used only by its folders and the contract’s list', () => {
  const places = [...definitions, 'server/areas/campaigns/modules/searches/']
  const lists = new RegExp(
    `(?:site|${modules.join('|')})(?:Fields|Detail|Kept)\\b|modules/(?:${modules.join('|')})/`,
    'u',
  )
  const strays = sourcesWith('.ts', '.tsx')
    .filter(({ path }) => /^(?:contract|server|web)\//.test(path) && !isTest(path))
    .filter(({ path }) => !places.some((place) => path.startsWith(place)))
    .filter(({ text }) => lists.test(text))
    .map(({ path }) => path)
  expect(strays).toEqual([])
})

test('every module has a folder on both sides, and every folder belongs to a module', () => {
  for (const side of ['server', 'web']) {
    const place = `${side}/areas/campaigns/modules/`
    const folders = sourcesWith('.ts', '.tsx').flatMap(({ path }) => {
      const [folder, file] = path.startsWith(place) ? path.slice(place.length).split('/') : []
      return file === undefined ? [] : [folder!]
    })
    expect([...new Set(folders)].filter((folder) => folder !== 'searches').toSorted()).toEqual(modules.toSorted())
  }
})
