import { parseSync } from '@swc/core'
import { isTest, type Source } from './sources.ts'

/** A piece of SQL as it stands in a file, its holes filled with what they name. */
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

/** Names of constants, functions and parameters that a file declares, with what they are. */
function declarationsOf(tree: Node, found = new Map<string, Node>()): Map<string, Node> {
  for (const child of childrenOf(tree)) {
    if (child.type === 'VariableDeclarator' && isNode(child['init'])) found.set(nameOf(child['id']), child['init'])
    if (child.type === 'FunctionDeclaration') found.set(nameOf(child['identifier']), child)
    declarationsOf(child, found)
  }
  return found
}

const importsOf = (tree: Node): Set<string> =>
  new Set(
    [...childrenOf(tree)]
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap((node) => (node['specifiers'] as Node[]).map((one) => nameOf(one['local']))),
  )

const depthOfHoles = 4

/** Reads the SQL of files. Holes are filled with every text of the constant or function that they name. */
export const readSql = (sources: readonly Source[]): Sql[] => readTexts(sources).filter(isSql)

export const isSql = ({ text }: Sql): boolean => /\b(?:select|insert into|update|delete from|join)\s/.test(text)

/** All texts of files, those among them that are pieces of SQL, too. */
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
    /** All texts below a node, in order. */
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
    // A text within a hole is part of the whole; a call within it may hold statements of its own.
    return [child]
  })
}

const namesIn = (node: Node): string[] => [
  ...(node.type === 'Identifier' ? [nameOf(node)] : []),
  ...[...childrenOf(node)].flatMap(namesIn),
]

/** Words that follow a table's name and are no alias. */
const noAlias =
  'on|where|set|order|group|limit|join|left|right|inner|full|cross|for|using|union|values|select|as|and|or|returning|when|with|is'

/** The tables a statement names without saying of which agency, as `table alias`. */
export function withoutAgency(text: string, distributed: ReadonlySet<string>): string[] {
  const naming = new RegExp(
    `\\b(insert into|delete from|from|join|update|using)\\s+([a-z_]+)\\b(?:\\s+as\\b)?(?:\\s+(?!(?:${noAlias})\\b)([a-z_]+)\\b)?`,
    'g',
  )
  return [...text.matchAll(naming)].flatMap(({ index: start, 1: how, 2: table, 3: alias }) => {
    if (!distributed.has(table!)) return []
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
  const said = new RegExp(`\\b${one}\\s*(?:=|in\\b)|=\\s*${one}\\b|\\(${one}, [^)]*\\)\\s*(?:=|in\\b)`)
  if (said.test(text)) return true
  // Without the table's name it holds for the select that names the table, and for none inside or around it.
  const around = withoutInner(selectAround(text, start))
  return /(?<![.\w])(?:agency_id\s*(?:=|in\b)|\(agency_id, [^)]*\)\s*(?:=|in\b))/.test(around)
}

/** The text between the parentheses around a place. */
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

/** Without the selects inside. */
function withoutInner(text: string): string {
  const inner = /(?<=.)\(\s*(?:select|with)\b/.exec(text)
  if (!inner) return text
  let to = inner.index + 1
  for (let depth = 1; to < text.length && depth > 0; to++) depth += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0
  return withoutInner(text.slice(0, inner.index) + text.slice(to))
}

/**
 * Tables of a cluster that a statement fills with what it computes from no such table, without returning anything. Citus copies
 * those rows to their nodes, which row-level security refuses; what must return something, it inserts.
 */
export function copiedInto(text: string, tables: ReadonlySet<string>): string[] {
  const inserts = [...text.matchAll(/insert into ([a-z_]+)\s*\([^)]*\)\s*(select\b[^;]*)/g)]
  const own = new Set([...text.matchAll(/(?:with|,)\s+([a-z_]+) as \(/g)].map(([, name]) => name!))
  return inserts
    .filter(([, table, rest]) => {
      const sources = [...rest!.matchAll(/\b(?:from|join)\s+([a-z_]+)\b(?!\()/g)].map(([, name]) => name!)
      const isWhole =
        sources.some((name) => tables.has(name) || own.has(name)) || /\b(returning|on conflict)\b/.test(rest!)
      return tables.has(table!) && !isWhole
    })
    .map(([, table]) => table!)
    .concat(copiedWithin(text, tables))
}

/**
 * The tables of a cluster that a statement changes with a `case x when y`, where Citus 13.2 tells the node to compare x with a
 * boolean; `case when x = y` it tells rightly. A piece of a statement that sets a column so counts as one of `some table`.
 */
export function shortCaseIn(text: string, tables: ReadonlySet<string>): string[] {
  const shortCase = /\bcase (?!when\b)\S+ when\b/
  if (!shortCase.test(text)) return []
  const changed = [...text.matchAll(/\b(?:insert into|delete from|update)\s+([a-z_]+)\b/g)].map(([, name]) => name!)
  if (changed.length > 0) return changed.filter((name) => tables.has(name))
  return new RegExp(`= ${shortCase.source}`).test(text) ? ['some table'] : []
}

/**
 * The tables of a cluster of which a statement asks for so many rows to each row of a subquery, by the agency that stands there:
 * Citus plans such a limit only where a parameter says of which agency.
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
 * The tables of a cluster of which a statement reckons something for each row of a subquery that takes so many: Citus pushes no such
 * part down, where a join that is grouped by agency it does.
 */
export function reckonedForLimited(text: string, tables: ReadonlySet<string>): string[] {
  const limited = [...text.matchAll(/\blimit\b[^()]*\) (?:as )?([a-z_]+)\b/g)]
    .map(([, name]) => name!)
    .filter((name) => !tables.has(name))
  return [...text.matchAll(/\bjoin lateral \(/g)].flatMap(({ index, 0: { length } }) => {
    const body = selectAround(text, index + length)
    if (/\bagency_id = \$\d/.test(body) || !limited.some((name) => new RegExp(`\\b${name}\\.`).test(body))) return []
    return [...body.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => tables.has(name))
  })
}

/**
 * Whether a statement that changes rows reckons with a time inside `case` or `coalesce`, which Citus plans on no table that it
 * knows: adding to a time asks for the session's time zone.
 */
export function reckonsInCase(text: string): boolean {
  if (!/\bupdate [a-z_]+ (?:[a-z]+ )?set\b|\bdo update set\b/.test(text)) return false
  const inner = [...text.matchAll(/\bcase\b.*?\bend\b|\bcoalesce\([^()]*\)/g)]
  return inner.some(([part]) =>
    /(?:\$\d+|_at|::timestamptz) [+-] (?:make_)?interval\b|\bnow\(\)|\bat time zone\b/.test(part),
  )
}

/**
 * The tables of a cluster of whose changed rows a statement returns a column as text: what a date or a time becomes so depends on the
 * session, and Citus returns no such thing from a node.
 */
export function returnedAsText(text: string, tables: ReadonlySet<string>): string[] {
  const changes = [
    ...text.matchAll(
      /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?:(?!\b(?:insert into|delete from|update [a-z_]+ (?:[a-z]+ )?set)\b).)*?\breturning\b([^;]*)/g,
    ),
  ]
  return changes
    .filter(([, table, returned]) => tables.has(table!) && /_(?:date|at|on)::text\b/.test(returned!))
    .map(([, table]) => table!)
}

/** Those that a part of a statement fills: what it answers comes through the coordinator, wherever it is from. */
function copiedWithin(text: string, tables: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\bas \(\s*(?=insert into ([a-z_]+)\b)/g)].flatMap(({ index, 0: { length }, 1: table }) =>
    tables.has(table!) && !/\b(returning|on conflict|values)\b/.test(selectAround(text, index + length))
      ? [table!]
      : [],
  )
}

/** The tables of a cluster that a statement adds by an outer join after a part of it that changes rows: it ends a server of Citus 13.2. */
export function addedBesideChange(text: string, tables: ReadonlySet<string>): string[] {
  const change = /\bas (?:materialized )?\(\s*(?:insert into|update|delete from)\b/.exec(text)
  const after = change ? text.slice(change.index) : ''
  return [...after.matchAll(/\bleft join ([a-z_]+)\b/g)].map(([, name]) => name!).filter((name) => tables.has(name))
}

/**
 * The tables of a cluster that a part of a statement which locks rows is joined with by the agency of a row around it: where rows
 * are locked, Citus plans such a part only with the agency as a parameter.
 */
export function agencyOfLockedRow(text: string, tables: ReadonlySet<string>): string[] {
  if (!/\bfor (?:no key update|key share|update|share)\b/.test(text)) return []
  const named = [...text.matchAll(/\b(?:from|join)\s+([a-z_]+)\s+(?:as\s+)?([a-z_]+)\b/g)]
  const rows = named.flatMap(([, table, alias]) => (tables.has(table!) ? [alias] : []))
  return [...text.matchAll(/\(\s*select\b/g)].flatMap(({ index }) => {
    const own = withoutInner(selectAround(text, index + 1))
    const [, row] = /\bagency_id = ([a-z_]+)\.agency_id\b/.exec(own) ?? []
    if (!rows.includes(row) || /\bagency_id = \$\d/.test(own)) return []
    return [...own.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => tables.has(name))
  })
}

/** Whether a statement finds rows by their place, which says nothing of a table of a cluster: the same stands on each node. */
export const findsByPlace = (text: string, tables: ReadonlySet<string>): boolean =>
  /\bctid\b/.test(text) &&
  [...text.matchAll(/\b(?:from|update|join|using)\s+([a-z_]+)\b/g)].some(([, name]) => tables.has(name!))

/** Whether a statement changes rows that it looks for below each company, a table of a cluster among them. */
export const changesByCompany = (text: string, tables: ReadonlySet<string>): boolean =>
  /\b(?:update|delete from) [a-z_]+\b/.test(text) &&
  [...text.matchAll(/\bcompany cross join lateral \(/g)].some(({ index, 0: { length } }) =>
    [...selectAround(text, index + length).matchAll(/\bfrom\s+([a-z_]+)\b/g)].some(([, name]) => tables.has(name!)),
  )

/** The tables of `local` that a statement names beside one of `cut`. */
export function mixedIn(text: string, cut: ReadonlySet<string>, local: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(/\b(?:insert into|delete from|from|join|update|using)\s+([a-z_]+)\b/g)].map(
    ([, name]) => name!,
  )
  return named.some((name) => cut.has(name)) ? [...new Set(named.filter((name) => local.has(name)))] : []
}
