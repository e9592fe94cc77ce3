// Finds the tests that a change can break, from the import graph. Pure: takes files and texts, returns paths of tests.
import { posix } from 'node:path'
import { isJourney, isSlow } from './runs.mjs'

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]|\bnew URL\(\s*'([^']+)'/g
/** Files that match a glob pattern with a variable folder or part of a name. */
const globPattern = /\bimport(?:\.meta\.glob[^(]*)?\(\s*['"`](\.[^'"`]*(?:\*|\$\{\w+\})[^'"`]*)['"`]/g
const isTest = (path) => /\.test\.tsx?$/.test(path)
const isOnlyNamed = (path) => isJourney(path) || isSlow(path)
/** The area that a file belongs to, if any. */
export const areaOf = (path) => /^(?:server\/areas|web\/areas|contract)\/([^/]+)\//.exec(path)?.[1]
/** Files that every test depends on, or that decide which tests there are. */
const everything =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|server\/test\/global-setup\.ts|server\/test\/harness\.ts)$/

/**
 * A file that imports this many areas wires up the whole program, and test support code uses many of them. Following
 * such files would make every test depend on every file.
 */
const areasOfAWhole = 8
const isSupport = (path) => /^(server\/test|e2e\/support|e2e\/hostile-text|demo)\//.test(path)

/** Builds the import graph from the sources: `texts` maps each path, relative to the project's root, to its text. */
function readImports(texts) {
  const importers = new Map()
  const areasUsed = new Map()
  const targetsOf = new Map()
  for (const [path, text] of texts) {
    if (!/\.(tsx?|mjs|mts|css|html)$/.test(path)) continue
    const targets = new Set()
    for (const [, from, url] of text.matchAll(importPattern)) {
      const name = from ?? url
      const target = name.startsWith('#')
        ? name.slice(1)
        : name.startsWith('.')
          ? posix.join(posix.dirname(path), name)
          : null
      if (target && texts.has(target.split('?')[0])) targets.add(target.split('?')[0])
    }
    for (const [, pattern] of text.matchAll(globPattern))
      for (const target of filesLike(posix.join(posix.dirname(path), pattern), texts)) targets.add(target)
    for (const target of targets) {
      if (!importers.has(target)) importers.set(target, new Set())
      importers.get(target).add(path)
    }
    targetsOf.set(path, targets)
    areasUsed.set(path, new Set([...targets].filter((one) => /^(server|web)\/areas\//.test(one)).map(areaOf)))
  }
  const isWhole = (path) => !isTest(path) && (isSupport(path) || (areasUsed.get(path)?.size ?? 0) >= areasOfAWhole)
  return { importers, targetsOf, isWhole }
}

function filesLike(pattern, texts) {
  const parts = pattern.split(/\*|\$\{\w+\}/).map((part) => part.replace(/[.+()[\]]/g, '\\$&'))
  const like = new RegExp(`^${parts.join('[^/]+')}$`)
  return [...texts.keys()].filter((path) => like.test(path))
}

/** All direct and indirect importers of these files. Does not go through files that wire up the whole program. */
function reachedFrom(paths, { importers, isWhole }) {
  const dependents = new Set(paths)
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (isWhole(path) && !paths.some((one) => one === path || (isSupport(one) && isSupport(path)))) continue
    for (const importer of importers.get(path) ?? []) {
      if (dependents.has(importer)) continue
      dependents.add(importer)
      waiting.push(importer)
    }
  }
  return dependents
}

/** The files whose SQL names a table that a migration creates, alters or writes. */
function readersOfTables(migration, texts) {
  const statement =
    /\b(?:create (?:unlogged )?table(?: if not exists)?|alter table(?: if exists)?(?: only)?|insert into|update|delete from|drop table(?: if exists)?|on(?: only)?)\s+([a-z_]{3,})/gi
  const tables = new Set([...migration.matchAll(statement)].map(([, table]) => table.toLowerCase()))
  const reads = [...tables].map(
    (table) => new RegExp(`\\b(?:from|join|into|update|table|using)\\s+(?:only\\s+)?${table}\\b`, 'i'),
  )
  return [...texts]
    .filter(
      ([path, text]) =>
        !isSupport(path) && /^server\/.*\.ts$/.test(path) && reads.some((pattern) => pattern.test(text)),
    )
    .map(([path]) => path)
}

/** Finds files that are read by path instead of imported, by searching the sources for their names. */
function readersByName(path, texts) {
  const name = posix.basename(path)
  return [...texts]
    .filter(([other, text]) => other !== path && /\.(tsx?|mjs)$/.test(other) && text.includes(`/${name}`))
    .map(([other]) => other)
}

/**
 * Tests to run as a whole, and operations whose access tests should run too. `changed` has the paths of changed files,
 * including deleted ones. Null for the tests means all of them.
 */
export function testsOf(paths, texts) {
  const tests = [...texts.keys()].filter(isTest)
  if (paths.some((path) => everything.test(path))) return { tests: null, slow: [], operations: [] }
  const graph = readImports(texts)
  const from = new Set(paths)
  for (const path of paths) {
    if (path.endsWith('.sql')) for (const reader of readersOfTables(texts.get(path) ?? '', texts)) from.add(reader)
    else if (!/\.(tsx?|css|md)$/.test(path)) for (const reader of readersByName(path, texts)) from.add(reader)
    // Everything that imported a deleted file is broken.
    if (!texts.has(path)) for (const reader of readersByName(path, texts)) from.add(reader)
  }
  const dependents = reachedFrom([...from], graph)
  // A call goes through the whole program, so look for tests that import its operation from the contract.
  const areas = new Set(paths.map(areaOf).filter((area) => area !== undefined && area !== 'core'))
  const changedAreas = [...areas].filter((area) =>
    paths.some((path) => areaOf(path) === area && !isTest(path) && !path.startsWith('web/')),
  )
  const callsOne = (path) =>
    [...(graph.targetsOf.get(path) ?? [])].some(
      (target) => target.startsWith('contract/') && changedAreas.includes(areaOf(target)),
    )
  const isOurs = (path) =>
    dependents.has(path) ||
    (areas.has(areaOf(path)) && !paths.every(isTest)) ||
    (path.startsWith('server/') && callsOne(path))
  // Tests that read the source code itself depend on every change.
  const selection = tests.filter((path) => path.startsWith('server/test/architecture/') || isOurs(path))
  const sql = paths.some((path) => path.endsWith('.sql'))
  if (sql) selection.push('server/test/access/catalog.test.ts', 'server/platform/database/migrate.test.ts')
  const operations = [...texts]
    .filter(([path]) => path.startsWith('contract/') && changedAreas.includes(areaOf(path)) && !isTest(path))
    .flatMap(([, text]) => [...text.matchAll(/^ {2}name: '(\w+)'/gm)].map(([, name]) => name))
  const isAccess = (path) => path.startsWith('server/test/access/')
  return {
    tests: [...new Set(selection)].filter(
      (path) => texts.has(path) && !isOnlyNamed(path) && !(isAccess(path) && !dependents.has(path) && !sql),
    ),
    slow: selection.filter(isOnlyNamed),
    operations,
  }
}
