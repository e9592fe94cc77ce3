// Which tests a change can break, by who imports what. Pure: files and their texts in, paths of tests out.
import { posix } from 'node:path'

const imported = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]|\bnew URL\(\s*'([^']+)'/g
/** Files that are found by a pattern: a folder, or a part of a name, stands open. */
const matched = /\bimport(?:\.meta\.glob[^(]*)?\(\s*['"`](\.[^'"`]*(?:\*|\$\{\w+\})[^'"`]*)['"`]/g
const isTest = (path) => /\.test\.tsx?$/.test(path)
const isJourney = (path) => /^e2e\/[^/]+\.test\.ts$/.test(path) || path.startsWith('server/test/scenarios/')
const areaOf = (path) => /^(?:server\/areas|web\/areas|contract)\/([^/]+)\//.exec(path)?.[1]
/** What every test stands on, or what decides which there are. */
const everything =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|server\/test\/global-setup\.ts|server\/test\/harness\.ts)$/

/**
 * A file that puts this many areas together imports all, and what sets a stage for tests uses many: to follow either would make
 * each test the test of each file.
 */
const areasOfAWhole = 8
const isSupport = (path) => /^(server\/test|e2e\/support|e2e\/hostile-text|demo)\//.test(path)

/** Who imports whom, read from the texts: `texts` has each path of the project from its root. */
function readImports(texts) {
  const importers = new Map()
  const areasUsed = new Map()
  const targetsOf = new Map()
  for (const [path, text] of texts) {
    if (!/\.(tsx?|mjs|mts|css|html)$/.test(path)) continue
    const targets = new Set()
    for (const [, from, url] of text.matchAll(imported)) {
      const name = from ?? url
      const target = name.startsWith('#')
        ? name.slice(1)
        : name.startsWith('.')
          ? posix.join(posix.dirname(path), name)
          : null
      if (target && texts.has(target.split('?')[0])) targets.add(target.split('?')[0])
    }
    for (const [, pattern] of text.matchAll(matched))
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
  const fixed = pattern.split(/\*|\$\{\w+\}/).map((part) => part.replace(/[.+()[\]]/g, '\\$&'))
  const like = new RegExp(`^${fixed.join('[^/]+')}$`)
  return [...texts.keys()].filter((path) => like.test(path))
}

/** Everything that imports one of these, at whatever distance, but not through a file that puts the whole together. */
function reachedFrom(changed, { importers, isWhole }) {
  const reached = new Set(changed)
  const waiting = [...changed]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (isWhole(path) && !changed.some((one) => one === path || (isSupport(one) && isSupport(path)))) continue
    for (const importer of importers.get(path) ?? []) {
      if (reached.has(importer)) continue
      reached.add(importer)
      waiting.push(importer)
    }
  }
  return reached
}

/** The files whose statements name a table that a migration makes, changes or writes. */
function readersOfTables(migration, texts) {
  const statement =
    /\b(?:create (?:unlogged )?table(?: if not exists)?|alter table(?: if exists)?(?: only)?|insert into|update|delete from|drop table(?: if exists)?|on(?: only)?)\s+([a-z_]{3,})/gi
  const tables = new Set([...migration.matchAll(statement)].map(([, table]) => table.toLowerCase()))
  const reads = [...tables].map(
    (table) => new RegExp(`\\b(?:from|join|into|update|table|using)\\s+(?:only\\s+)?${table}\\b`, 'i'),
  )
  return [...texts]
    .filter(
      ([path, text]) => !isSupport(path) && /^server\/.*\.ts$/.test(path) && reads.some((read) => read.test(text)),
    )
    .map(([path]) => path)
}

/** Files that are read by path and not imported: found through whatever contains their name. */
function readersByName(path, texts) {
  const name = posix.basename(path)
  return [...texts]
    .filter(([other, text]) => other !== path && /\.(tsx?|mjs)$/.test(other) && text.includes(`/${name}`))
    .map(([other]) => other)
}

/**
 * Tests to run whole, and operations whose part of the access tests is to run too. `changed` are paths, those of removed files
 * among them; null for the tests means all of them.
 */
export function testsOf(changed, texts) {
  const tests = [...texts.keys()].filter(isTest)
  if (changed.some((path) => everything.test(path))) return { tests: null, journeys: [], operations: [] }
  const graph = readImports(texts)
  const from = new Set(changed)
  for (const path of changed) {
    if (path.endsWith('.sql')) for (const reader of readersOfTables(texts.get(path) ?? '', texts)) from.add(reader)
    else if (!/\.(tsx?|css|md)$/.test(path)) for (const reader of readersByName(path, texts)) from.add(reader)
    // Whatever imported a deleted file is broken.
    if (!texts.has(path)) for (const reader of readersByName(path, texts)) from.add(reader)
  }
  const reached = reachedFrom([...from], graph)
  // A call goes through the whole program; tests that make it import its operation from the contract.
  const areas = new Set(changed.map(areaOf).filter((area) => area !== undefined && area !== 'core'))
  const served = [...areas].filter((area) =>
    changed.some((path) => areaOf(path) === area && !isTest(path) && !path.startsWith('web/')),
  )
  const callsOne = (path) =>
    [...(graph.targetsOf.get(path) ?? [])].some(
      (target) => target.startsWith('contract/') && served.includes(areaOf(target)),
    )
  const isOurs = (path) =>
    reached.has(path) ||
    (areas.has(areaOf(path)) && !changed.every(isTest)) ||
    (path.startsWith('server/') && callsOne(path))
  // Those that read the sources themselves are about every change.
  const chosen = tests.filter((path) => path.startsWith('server/test/architecture/') || isOurs(path))
  const sql = changed.some((path) => path.endsWith('.sql'))
  if (sql) chosen.push('server/test/access/catalog.test.ts', 'server/platform/database/migrate.test.ts')
  const operations = [...texts]
    .filter(([path]) => path.startsWith('contract/') && served.includes(areaOf(path)) && !isTest(path))
    .flatMap(([, text]) => [...text.matchAll(/^ {2}name: '(\w+)'/gm)].map(([, name]) => name))
  const isAccess = (path) => path.startsWith('server/test/access/')
  return {
    tests: [...new Set(chosen)].filter(
      (path) => texts.has(path) && !isJourney(path) && !(isAccess(path) && !reached.has(path) && !sql),
    ),
    journeys: chosen.filter(isJourney),
    operations,
  }
}
