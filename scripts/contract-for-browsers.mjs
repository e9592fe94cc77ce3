// Shrinks the contract for browsers. Its schemas validate requests on the server; a browser only needs to know how
// field names are spelled on the wire. The build reads that and replaces the schemas with it, so that pages load
// neither the schemas nor the schema library unless they use them directly (docs/decisions/0151).
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { at } from './lib.mjs'

const folder = at('contract')
const schemas = ['params', 'query', 'body', 'form', 'answer']
/** Properties of an operation that only the server and the documents generated from the contract use. */
const serversOwn = ['summary', 'access', 'object', 'limits', 'errors']

let reading

/** A plugin for Vite. Reads the contract once for all builds of a run. */
export function contractForBrowsers() {
  let spellings
  return {
    name: 'contract-for-browsers',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      spellings = await (reading ??= readSpellings())
    },
    transform(code, id) {
      if (!id.startsWith(folder + sep)) return null
      return { code: rewrite(code, this.parse(code), spellings), map: null }
    },
  }
}

/** The wire spelling of each part of each operation, by the operation's name. */
async function readSpellings() {
  const files = readdirSync(folder, { recursive: true }).filter((name) => /^(?!.*\.test).*\.ts$/.test(name))
  const contents = [
    `export { packedSpellingOf } from './core/plain.ts'`,
    `export const modules = []`,
    ...files.map((name, n) => `import * as m${n} from './${name.replaceAll(sep, '/')}'; modules.push(m${n})`),
  ].join('\n')
  const scratch = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    const outfile = join(scratch, 'contract.mjs')
    await build({ stdin: { contents, resolveDir: folder, loader: 'ts' }, outfile, bundle: true, format: 'esm' })
    const { modules, packedSpellingOf } = await import(pathToFileURL(outfile).href)
    const operations = modules.flatMap((module) => Object.values(module)).filter((one) => one?.method && one.path)
    return new Map(
      operations.map((one) => [
        one.name,
        Object.fromEntries(schemas.filter((part) => one[part]).map((part) => [part, packedSpellingOf(one[part])])),
      ]),
    )
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function rewrite(code, tree, spellings) {
  const changes = []
  walk(tree, (node) => {
    if (node.type === 'CallExpression' && node.callee.name === 'operation')
      changes.push(...ofOperation(node, spellings))
  })
  for (const { init } of tree.body.flatMap(constantsOf)) {
    if (!init || !isMade(init)) continue
    // Nothing in the contract has side effects, so mark every call as pure: the bundler may drop unused values.
    changes.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
    changes.push({ start: init.end, end: init.end, text: '))()' })
  }
  return apply(code, changes)
}

const constantsOf = (node) => {
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
}

function ofOperation({ arguments: [declaration] }, spellings) {
  const nameProperty = declaration.properties.find(({ key }) => key?.name === 'name')
  const spelling = spellings.get(nameProperty?.value.value)
  if (!spelling) throw new Error(`an operation of the contract has an unknown name: ${nameProperty?.value.value}`)
  return declaration.properties.flatMap((property) => {
    const name = property.key?.name
    if (serversOwn.includes(name)) return [{ ...placeOf(property), text: `${name}: undefined` }]
    if (!schemas.includes(name)) return []
    return [{ ...placeOf(property), text: `${name}: { spelling: ${JSON.stringify(spelling[name])} }` }]
  })
}

const placeOf = ({ start, end }) => ({ start, end })

/** Applies changes from end to start, so that offsets stay valid. Of two at the same offset, the longer comes first. */
function apply(code, changes) {
  const fromEnd = changes.toSorted((a, b) => b.start - a.start || b.end - a.end)
  return fromEnd.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

function walk(node, visit) {
  if (!node || typeof node !== 'object') return
  if (typeof node.type === 'string') visit(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const one of value) walk(one, visit)
    else if (value && typeof value === 'object') walk(value, visit)
  }
}

/** Whether the bundler must assume side effects: a property access or a spread could run a getter, too. */
function isMade(init) {
  if (/Function/.test(init.type)) return false
  let isMade = false
  walk(init, ({ type }) => (isMade ||= /^(Call|New|Member|TaggedTemplate)Expression$|^SpreadElement$/.test(type)))
  return isMade
}
