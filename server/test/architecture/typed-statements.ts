import { posix } from 'node:path'
import { parseSync } from '@swc/core'
import { isTest, type Source } from './sources.ts'

/** A statement in the code, with the row type written beside it: what a property may be, by its name. */
export interface TypedStatement {
  /** File and line. */
  place: string
  text: string
  /** Names of simple types (`string`, `number`, `boolean`, `Date`, `null`, `string[]`); empty when it is anything else. */
  row: ReadonlyMap<string, readonly string[]>
}

interface Node {
  type?: string
  [key: string]: unknown
}

interface File {
  path: string
  tree: Node
  source: string
  /** Where the parser's positions begin: it counts on through all files of a process. */
  start: number
  /** Interfaces, types and constants that the file declares. */
  declared: Map<string, Node>
  /** Names that it imports, with the path of the file and the name there. */
  imported: Map<string, readonly [path: string, name: string]>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameOf = (node: unknown): string => (isNode(node) ? String(node['value'] ?? '') : '')

function* nodesIn(node: Node): Iterable<Node> {
  yield node
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const one of child) if (isNode(one)) yield* nodesIn(one)
    if (isNode(child) && !Array.isArray(child)) yield* nodesIn(child)
  }
}

function readFile({ path, text }: Source): File {
  const tree = parseSync(text, { syntax: 'typescript', target: 'es2022' }) as unknown as Node
  const declarations = new Map<string, Node>()
  const imports = new Map<string, readonly [string, string]>()
  for (const node of nodesIn(tree)) {
    if (node.type === 'TsInterfaceDeclaration' || node.type === 'TsTypeAliasDeclaration')
      declarations.set(nameOf(node['id']), node)
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) {
      const name = nameOf(node['id'])
      // A name that two functions use for texts of their own stands for neither.
      declarations.set(name, declarations.has(name) ? { type: 'Ambiguous' } : node['init'])
    }
    if (node.type === 'ImportDeclaration') {
      const target = nameOf(node['source'])
      const file = target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target)
      for (const one of node['specifiers'] as Node[])
        imports.set(nameOf(one['local']), [file, nameOf(one['imported']) || nameOf(one['local'])])
    }
  }
  const start = Math.min(...(tree['body'] as Node[]).map(({ span }) => (span as { start: number }).start), Infinity)
  return { path, tree, source: text, start, declared: declarations, imported: imports }
}

const methods = ['query', 'prepared', 'readOnce']
const mayAsk = ({ text }: Source): boolean => methods.some((method) => text.includes(method))

/** Most files have no statement, and no type or constant of one: each is parsed when it is asked for. */
function readerOf(sources: readonly Source[]): { fileAt(path: string): File | undefined; find: Find } {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const files = new Map<string, File>()
  const fileAt = (path: string): File | undefined => {
    const source = byPath.get(path)
    if (!source) return undefined
    const file = files.get(path) ?? readFile(source)
    files.set(path, file)
    return file
  }
  const find: Find = (file, name) => {
    const declaration = file.declared.get(name)
    if (declaration) return [file, declaration]
    const [path, there] = file.imported.get(name) ?? []
    const source = path === undefined ? undefined : fileAt(path)
    return source && find(source, there!)
  }
  return { fileAt, find }
}

/**
 * The statements of files whose text is static and whose row type names its columns. `built` has the parts that are put
 * together when their file is loaded, by the name of the constant.
 */
export function readTypedStatements(
  sources: readonly Source[],
  builtStatements: Readonly<Record<string, string>> = {},
): TypedStatement[] {
  const code = sources.filter(({ path }) => !isTest(path))
  const { fileAt, find } = readerOf(code)

  /** The text of a literal or of constants; undefined when a part is known only at run time. */
  const textOf = (file: File, node: Node | undefined): string | undefined => {
    if (node?.type === 'StringLiteral') return nameOf(node)
    if (node?.type === 'Identifier') {
      if (nameOf(node) in builtStatements) return builtStatements[nameOf(node)]
      const constant = find(file, nameOf(node))
      return constant && textOf(...constant)
    }
    if (node?.type !== 'TemplateLiteral') return undefined
    const holes = (node['expressions'] as Node[]).map((hole) => textOf(file, hole))
    const parts = (node['quasis'] as Node[]).map((part) => String(part['cooked']))
    if (holes.includes(undefined)) return undefined
    return parts.map((part, at) => part + (holes[at] ?? '')).join('')
  }

  /** The names that `Pick` or `Omit` lists: literals, or all of a type's. */
  const keysIn = (file: File, keys: Node): Set<string> =>
    keys.type === 'TsTypeOperator'
      ? new Set(membersOf(file, keys['typeAnnotation'] as Node)?.keys())
      : new Set([...nodesIn(keys)].filter(({ type }) => type === 'StringLiteral').map(nameOf))

  const membersOf = (file: File, type: Node): Map<string, string[]> | undefined => {
    if (type.type === 'TsTypeReference' || type.type === 'TsExpressionWithTypeArguments') {
      const name = nameOf(type['typeName'] ?? type['expression'])
      const [of, keys] = (((type['typeParams'] ?? type['typeArguments']) as Node | null)?.['params'] ?? []) as Node[]
      if (of && keys && (name === 'Pick' || name === 'Omit')) {
        const names = keysIn(file, keys)
        const members = membersOf(file, of)
        return members && new Map([...members].filter(([key]) => names.has(key) === (name === 'Pick')))
      }
      const table = of && keys && name === 'Record' ? keysOfTable(find, file, of) : []
      if (table.length > 0) return new Map(table.map((key) => [key, simpleTypesOf(keys)]))
      const definition = find(file, name)
      return definition && !of ? membersOf(...definition) : undefined
    }
    if (type.type === 'TsTypeAliasDeclaration') return membersOf(file, type['typeAnnotation'] as Node)
    if (type.type === 'TsIntersectionType') return joined((type['types'] as Node[]).map((one) => membersOf(file, one)))
    if (type.type === 'TsInterfaceDeclaration')
      return joined([
        ...(type['extends'] as Node[]).map((one) => membersOf(file, one)),
        propertiesOf((type['body'] as Node)['body'] as Node[]),
      ])
    return type.type === 'TsTypeLiteral' ? propertiesOf(type['members'] as Node[]) : undefined
  }

  const filesWithCalls = code.filter(mayAsk).flatMap(({ path }) => fileAt(path) ?? [])
  return filesWithCalls.flatMap((file) =>
    [...nodesIn(file.tree)].flatMap((node) => {
      const call = calledWithRow(node)
      const text = call && textOf(file, call.text)
      const row = call && membersOf(file, call.row)
      if (!call || text === undefined || !row) return []
      const line = file.source.slice(0, call.at - file.start).split('\n').length
      return [{ place: `${file.path}:${line}`, text, row }]
    }),
  )
}

type Find = (file: File, name: string) => readonly [File, Node] | undefined

/** The keys of `Record<keyof typeof table, …>`, also when the type of the keys has a name. */
function keysOfTable(find: Find, file: File, keys: Node): string[] {
  const alias = keys.type === 'TsTypeReference' ? find(file, nameOf(keys['typeName'])) : undefined
  if (alias) return keysOfTable(find, alias[0], alias[1]['typeAnnotation'] as Node)
  const table = [...nodesIn(keys)].find(({ type }) => type === 'TsTypeQuery')
  const value = table && find(file, nameOf(table['exprName']))?.[1]
  const literal = value && [...nodesIn(value)].find(({ type }) => type === 'ObjectExpression')
  return ((literal?.['properties'] ?? []) as Node[]).map((property) => nameOf(property['key']))
}

/** A call that names the type of its rows: `tx.query<Row>(text, …)` or `tx.prepared<Row>(name, text, …)`. */
function calledWithRow(node: Node): { text: Node | undefined; row: Node; at: number } | undefined {
  const callee = node['callee'] as Node | undefined
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return undefined
  const method = nameOf(callee['property'])
  const row = ((node['typeArguments'] as Node | undefined)?.['params'] as Node[] | undefined)?.[0]
  if (!row || !methods.includes(method)) return undefined
  const values = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
  return { text: values[method === 'prepared' ? 1 : 0], row, at: (node['span'] as { start: number }).start }
}

function joined(parts: readonly (Map<string, string[]> | undefined)[]): Map<string, string[]> | undefined {
  return parts.includes(undefined) ? undefined : new Map(parts.flatMap((part) => [...part!]))
}

function propertiesOf(members: readonly Node[]): Map<string, string[]> | undefined {
  if (members.some(({ type }) => type !== 'TsPropertySignature')) return undefined
  return new Map(
    members.map((member) => {
      const type = (member['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as Node | undefined
      return [nameOf(member['key']), simpleTypesOf(type)]
    }),
  )
}

function simpleTypesOf(type: Node | undefined): string[] {
  if (type?.type === 'TsUnionType') {
    const parts = (type['types'] as Node[]).map(simpleTypesOf)
    return parts.some((part) => part.length === 0) ? [] : parts.flat()
  }
  if (type?.type === 'TsKeywordType') return [String(type['kind'])]
  if (type?.type === 'TsLiteralType') return [literalTypes[(type['literal'] as Node).type!] ?? '']
  if (type?.type === 'TsTypeReference' && nameOf(type['typeName']) === 'Date') return ['Date']
  if (type?.type === 'TsArrayType') return simpleTypesOf(type['elemType'] as Node).map((one) => `${one}[]`)
  return []
}

const literalTypes: Readonly<Record<string, string>> = {
  StringLiteral: 'string',
  NumericLiteral: 'number',
  BooleanLiteral: 'boolean',
}
