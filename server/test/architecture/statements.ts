import { parseSync } from '@swc/core'
import { isTest, type Source } from './sources.ts'

/** A piece of SQL from a file, with its template placeholders replaced by what they name. */
export interface Sql {
  path: string
  text: string
}

interface Node {
  type?: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function* childrenOf(node: Node): Iterable<Node> {
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) yield* child.filter(isNode)
    else if (isNode(child)) yield child
  }
}

const nameOf = (node: unknown): string => (isNode(node) ? ((node['value'] as string | undefined) ?? '') : '')

/** The constants, functions and parameters that a file declares, by name. */
function declarationsOf(tree: Node, declarations = new Map<string, Node>()): Map<string, Node> {
  for (const child of childrenOf(tree)) {
    if (child.type === 'VariableDeclarator' && isNode(child['init']))
      declarations.set(nameOf(child['id']), child['init'])
    if (child.type === 'FunctionDeclaration') declarations.set(nameOf(child['identifier']), child)
    declarationsOf(child, declarations)
  }
  return declarations
}

const importsOf = (tree: Node): Set<string> =>
  new Set(
    [...childrenOf(tree)]
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap((node) => (node['specifiers'] as Node[]).map((one) => nameOf(one['local']))),
  )

const depthOfHoles = 4

/** Reads the SQL in files. Placeholders are replaced by every text of the constant or function that they name. */
export const readSql = (sources: readonly Source[]): Sql[] => readTexts(sources).filter(isSql)

export const isSql = ({ text }: Sql): boolean => /\b(?:select|insert into|update|delete from|join)\s/.test(text)

/** All texts in files, including those that are pieces of SQL. */
export function readTexts(sources: readonly Source[]): Sql[] {
  const files = sources
    .filter(({ path }) => !isTest(path))
    .map(({ path, text }) => {
      const tree = parseSync(text, { syntax: 'typescript', target: 'es2022' }) as unknown as Node
      return { path, tree, declared: declarationsOf(tree), imported: importsOf(tree) }
    })
  const everywhere = new Map<string, Node>()
  for (const { declared } of files) for (const [name, node] of declared) everywhere.set(name, node)
  return files.flatMap(({ path, tree, declared, imported }) => {
    const fill = (hole: Node, depth: number): string =>
      depth === 0
        ? ''
        : namesIn(hole)
            .map((name) => declared.get(name) ?? (imported.has(name) ? everywhere.get(name) : undefined))
            .map((node) =>
              node ? `${textsOf(node, depth)} ${node.type === 'CallExpression' ? fill(node, depth - 1) : ''}` : '',
            )
            .join(' ')
    const textOf = (node: Node, depth: number): string => {
      if (node.type === 'StringLiteral') return String(node['value'])
      const parts = (node['quasis'] as Node[]).map((part) => String(part['cooked'] ?? part['raw']))
      const holes = (node['expressions'] ?? []) as Node[]
      return parts
        .map((part, at) =>
          holes[at] ? `${part} ${fill(holes[at], depth - 1)} ${textsOf(holes[at], depth - 1)}` : part,
        )
        .join('')
    }
    /** All texts in a node, in order. */
    const textsOf = (node: Node, depth: number): string => {
      if (depth <= 0) return ''
      if (isText(node)) return textOf(node, depth)
      return [...childrenOf(node)].map((child) => textsOf(child, depth)).join(' ')
    }
    return outermostTexts(tree)
      .map((node) => textOf(node, depthOfHoles))
      .map((text) => ({ path, text: text.replaceAll(/\s+/g, ' ') }))
  })
}

const isText = (node: Node): boolean => node.type === 'StringLiteral' || node.type === 'TemplateLiteral'

function outermostTexts(node: Node): Node[] {
  return [...childrenOf(node)].flatMap((child) => {
    if (child.type === 'ImportDeclaration') return []
    if (!isText(child)) return outermostTexts(child)
    // A text within a placeholder is part of the whole; a call within it may contain statements of its own.
    return [child]
  })
}

const namesIn = (node: Node): string[] => [
  ...(node.type === 'Identifier' ? [nameOf(node)] : []),
  ...[...childrenOf(node)].flatMap(namesIn),
]

/** Keywords that can follow a table's name and are not aliases. */
const noAlias =
  'on|where|set|order|group|limit|join|left|right|inner|full|cross|for|using|union|values|select|as|and|or|returning|when|with|is'

/** The distributed tables that a statement names without their agency, as `table alias`. */
export function withoutAgency(text: string, distributedTables: ReadonlySet<string>): string[] {
  const naming = new RegExp(
    `\\b(insert into|delete from|from|join|update|using)\\s+([a-z_]+)\\b(?:\\s+as\\b)?(?:\\s+(?!(?:${noAlias})\\b)([a-z_]+)\\b)?`,
    'g',
  )
  return [...text.matchAll(naming)].flatMap(({ index: start, 1: how, 2: table, 3: alias }) => {
    if (!distributedTables.has(table!)) return []
    const name = alias ?? table!
    if (how === 'insert into') {
      const columns = /^[^(]*\(([^)]*)\)/.exec(text.slice(start))?.[1] ?? ''
      return /\bagency_id\b/.test(columns) ? [] : [`${table} (insert)`]
    }
    return namesAgency(text, start, name) ? [] : [name === table ? table : `${table} ${name}`]
  })
}

function namesAgency(text: string, start: number, name: string): boolean {
  const one = `${name}\\.agency_id`
  const condition = new RegExp(`\\b${one}\\s*(?:=|in\\b)|=\\s*${one}\\b|\\(${one}, [^)]*\\)\\s*(?:=|in\\b)`)
  if (condition.test(text)) return true
  // Without a table's name, the condition counts only for the select that names the table, not for inner or outer ones.
  const around = withoutInner(selectAround(text, start))
  return /(?<![.\w])(?:agency_id\s*(?:=|in\b)|\(agency_id, [^)]*\)\s*(?:=|in\b))/.test(around)
}

/** The text between the parentheses that enclose a position. */
function selectAround(text: string, at: number): string {
  let from = at
  for (let depth = 0; from > 0; from--) {
    if (text[from] === ')') depth++
    if (text[from] === '(' && depth-- === 0) break
  }
  let to = at
  for (let depth = 0; to < text.length; to++) {
    if (text[to] === '(') depth++
    if (text[to] === ')' && depth-- === 0) break
  }
  return text.slice(from, to)
}

/** Removes nested selects. */
function withoutInner(text: string): string {
  const inner = /(?<=.)\(\s*(?:select|with)\b/.exec(text)
  if (!inner) return text
  let to = inner.index + 1
  for (let depth = 1; to < text.length && depth > 0; to++) depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0
  return withoutInner(text.slice(0, inner.index) + text.slice(to))
}

/**
 * Distributed tables that a statement fills from no distributed table, without `returning`. Citus executes these as a
 * COPY to the nodes, which row-level security rejects; with `returning` it uses inserts.
 */
export function copiedInto(text: string, tables: ReadonlySet<string>): string[] {
  const inserts = [...text.matchAll(/insert into ([a-z_]+)\s*\([^)]*\)\s*(select\b[^;]*)/g)]
  const ownTables = new Set([...text.matchAll(/(?:with|,)\s+([a-z_]+) as \(/g)].map(([, name]) => name!))
  return inserts
    .filter(([, table, rest]) => {
      const sources = [...rest!.matchAll(/\b(?:from|join)\s+([a-z_]+)\b(?!\()/g)].map(([, name]) => name!)
      const isWhole =
        sources.some((name) => tables.has(name) || ownTables.has(name)) || /\b(returning|on conflict)\b/.test(rest!)
      return tables.has(table!) && !isWhole
    })
    .map(([, table]) => table!)
    .concat(copiedWithin(text, tables))
}

/**
 * The distributed tables that a statement changes with a `case x when y`: Citus 13.2 makes the node compare x with a
 * boolean, whereas `case when x = y` works. A fragment that sets a column this way counts as one of `some table`.
 */
export function shortCaseIn(text: string, tables: ReadonlySet<string>): string[] {
  const shortCase = /\bcase (?!when\b)\S+ when\b/
  if (!shortCase.test(text)) return []
  const writtenTables = [...text.matchAll(/\b(?:insert into|delete from|update)\s+([a-z_]+)\b/g)].map(
    ([, name]) => name!,
  )
  if (writtenTables.length > 0) return writtenTables.filter((name) => tables.has(name))
  return new RegExp(`= ${shortCase.source}`).test(text) ? ['some table'] : []
}

/**
 * The distributed tables from which a statement takes a limited number of rows per row of a subquery, by that row's
 * agency: Citus supports such a limit only if a parameter gives the agency.
 */
export function limitedWithoutAgency(text: string, tables: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\) (?:as )?([a-z_]+) (?:cross |left |inner )?join lateral \(/g)].flatMap((found) => {
    const body = selectAround(text, found.index + found[0].length)
    if (!body.includes(`agency_id = ${found[1]}.agency_id`) || !/\blimit\b/.test(body)) return []
    return [...body.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => tables.has(name))
  })
}

/**
 * The distributed tables from which a statement computes something per row of a limited subquery: Citus cannot push
 * that down, but it can push down a join grouped by agency.
 */
export function reckonedForLimited(text: string, tables: ReadonlySet<string>): string[] {
  const limitedTables = [...text.matchAll(/\blimit\b[^()]*\) (?:as )?([a-z_]+)\b/g)]
    .map(([, name]) => name!)
    .filter((name) => !tables.has(name))
  return [...text.matchAll(/\bjoin lateral \(/g)].flatMap(({ index, 0: { length } }) => {
    const body = selectAround(text, index + length)
    if (/\bagency_id = \$\d/.test(body) || !limitedTables.some((name) => new RegExp(`\\b${name}\\.`).test(body)))
      return []
    return [...body.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => tables.has(name))
  })
}

/**
 * Whether a statement that changes rows does time arithmetic inside `case` or `coalesce`, which Citus rejects for its
 * tables: adding to a time depends on the session's time zone.
 */
export function reckonsInCase(text: string): boolean {
  if (!/\bupdate [a-z_]+ (?:[a-z]+ )?set\b|\bdo update set\b/.test(text)) return false
  const inner = [...text.matchAll(/\bcase\b.*?\bend\b|\bcoalesce\([^()]*\)/g)]
  return inner.some(([part]) =>
    /(?:\$\d+|_at|::timestamptz) [+-] (?:make_)?interval\b|\bnow\(\)|\bat time zone\b/.test(part),
  )
}

/**
 * The distributed tables of whose changed rows a statement returns a column as text: the text of a date or time depends
 * on the session, so Citus does not return it from a node.
 */
export function returnedAsText(text: string, tables: ReadonlySet<string>): string[] {
  const changes = [
    ...text.matchAll(
      /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?:(?!\b(?:insert into|delete from|update [a-z_]+ (?:[a-z]+ )?set)\b).)*?\breturning\b([^;]*)/g,
    ),
  ]
  return changes
    .filter(([, table, column]) => tables.has(table!) && /_(?:date|at|on)::text\b/.test(column!))
    .map(([, table]) => table!)
}

/** Distributed tables that a CTE fills: its result goes through the coordinator, whatever the source. */
function copiedWithin(text: string, tables: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\bas \(\s*(?=insert into ([a-z_]+)\b)/g)].flatMap(({ index, 0: { length }, 1: table }) =>
    tables.has(table!) && !/\b(returning|on conflict|values)\b/.test(selectAround(text, index + length))
      ? [table!]
      : [],
  )
}

/** Distributed tables that a statement outer-joins after a CTE that changes rows, which crashes a Citus 13.2 server. */
export function addedBesideChange(text: string, tables: ReadonlySet<string>): string[] {
  const change = /\bas (?:materialized )?\(\s*(?:insert into|update|delete from)\b/.exec(text)
  const after = change ? text.slice(change.index) : ''
  return [...after.matchAll(/\bleft join ([a-z_]+)\b/g)].map(([, name]) => name!).filter((name) => tables.has(name))
}

/**
 * In a statement that locks rows, the distributed tables of a subquery that takes its agency from an outer row: when
 * rows are locked, Citus supports such a subquery only with the agency as a parameter.
 */
export function agencyOfLockedRow(text: string, tables: ReadonlySet<string>): string[] {
  if (!/\bfor (?:no key update|key share|update|share)\b/.test(text)) return []
  const pairs = [...text.matchAll(/\b(?:from|join)\s+([a-z_]+)\s+(?:as\s+)?([a-z_]+)\b/g)]
  const rows = pairs.flatMap(([, table, alias]) => (tables.has(table!) ? [alias] : []))
  return [...text.matchAll(/\(\s*select\b/g)].flatMap(({ index }) => {
    const query = withoutInner(selectAround(text, index + 1))
    const [, row] = /\bagency_id = ([a-z_]+)\.agency_id\b/.exec(query) ?? []
    if (!rows.includes(row) || /\bagency_id = \$\d/.test(query)) return []
    return [...query.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => tables.has(name))
  })
}

/** Whether a statement finds rows of a distributed table by ctid, which is not unique: each node has the same ones. */
export const findsByPlace = (text: string, tables: ReadonlySet<string>): boolean =>
  /\bctid\b/.test(text) &&
  [...text.matchAll(/\b(?:from|update|join|using)\s+([a-z_]+)\b/g)].some(([, name]) => tables.has(name!))

/** Whether a statement changes rows that it finds per company with a lateral join on a distributed table. */
export const changesByCompany = (text: string, tables: ReadonlySet<string>): boolean =>
  /\b(?:update|delete from) [a-z_]+\b/.test(text) &&
  [...text.matchAll(/\bcompany cross join lateral \(/g)].some(({ index, 0: { length } }) =>
    [...selectAround(text, index + length).matchAll(/\bfrom\s+([a-z_]+)\b/g)].some(([, name]) => tables.has(name!)),
  )

/** The tables of `local` that a statement combines with one of `cut`. */
export function mixedIn(text: string, cutTables: ReadonlySet<string>, local: ReadonlySet<string>): string[] {
  const tableNames = [...text.matchAll(/\b(?:insert into|delete from|from|join|update|using)\s+([a-z_]+)\b/g)].map(
    ([, name]) => name!,
  )
  return tableNames.some((name) => cutTables.has(name))
    ? [...new Set(tableNames.filter((name) => local.has(name)))]
    : []
}

/** Whether an insert selects a condition that may need no table after all: a cluster then inserts nothing, silently. */
export const mayInsertNothing = (text: string): boolean =>
  /\binsert into [a-z_]+ \([^)]*\) select (?:(?!\bfrom\b).)*?\$\d+(?:::[a-z_]+)? is (?:not )?null (?:and|or) (?:not )?exists\b/.test(
    text,
  )

/** Whether a row that already exists is updated by an interval: not immutable, so a cluster rejects it. */
export const reckonsInConflict = (text: string): boolean =>
  /\bdo update set (?:(?!\b(?:returning|delete from|update [a-z_]+|select)\b).)*\binterval\b/.test(text)

/** Tables that a statement locks rows of, shared: on a cluster this locks a reference table, and may deadlock. */
export function lockedShared(text: string, tables: readonly string[]): string[] {
  const locking = /\bfor (?:key )?share\b(?: of ([a-z_]+))?/.exec(text)
  if (!locking) return []
  return [...text.matchAll(/\bfrom ([a-z_]+)(?: (?!for\b|join\b|where\b)([a-z_]+))?/g)]
    .filter(([, table, alias]) => locking[1] === undefined || locking[1] === (alias ?? table))
    .map(([, table]) => table!)
    .filter((table) => tables.includes(table))
}
