// Decides which of the web app's modules share a file. By default the bundler makes a file of everything that two pages
// share: 150 files for a dashboard, each with its own request and headers (docs/decisions/0150).
import { existsSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { at } from './lib.mjs'

const configFile = at('vite.config.ts')

/** Styles of the app shell that must be there before any code. They are inlined in the page with the entry's styles. */
const stylesOfShell = [
  'web/ui/card.module.css',
  'web/app/frame/frame.module.css',
  'web/app/frame/sidebar.module.css',
  'web/app/frame/top-bar.module.css',
  'web/shells/page-header.module.css',
  'web/shells/figures/figure-layout.module.css',
]

/** Modules that are needed together, in loading order. Each step leaves out what the steps before it include. */
const steps = [
  { name: 'start', entry: 'web/app/main.tsx', also: stylesOfShell },
  { name: 'application', entry: 'web/app/application.tsx' },
  { name: 'dashboard', entry: 'web/areas/reports/dashboard/dashboard-page.tsx' },
  { name: 'lazy-parts', entry: 'web/start/lazy/lazy-bundle.ts' },
]

/** Groups for the bundler, by which modules a trial build uses: unused parts of a library are not downloaded. */
export async function groupsOfCode() {
  const { output } = await build({ configFile, build: { write: false, minify: false, cssMinify: false } })
  // Each entry starts its own file.
  const takenIds = new Set(steps.map(({ entry }) => at(entry)))
  const groups = steps.map(({ name, entry, also = [] }, index) => {
    const ids = [...chunksFrom(output, entry).flatMap(usedModules), ...also.map((file) => at(file))]
    const ownIds = new Set(ids.filter((id) => !takenIds.has(id)))
    for (const id of ownIds) takenIds.add(id)
    // A module that these import but do not use stays with the code that uses it.
    const test = (id) => ownIds.has(id)
    return { name, own: ownIds, test, priority: steps.length - index }
  })
  checkStyles(groups.filter(({ name }) => name !== 'lazy-parts').flatMap(({ own }) => [...own]))
  return groups.map(({ name, test, priority }) => ({ name, test, priority, includeDependenciesRecursively: false }))
}

/** A component that loads early needs its styles early too, or it would be unstyled until the lazy parts load. */
function checkStyles(modules) {
  const early = readFileSync(at('web/start/early-styles.ts'), 'utf8')
  const components = new Set(
    modules.flatMap((id) => /@mantine\/core\/esm\/components\/(?:.*\/)?(\w+)\.mjs$/.exec(id)?.[1] ?? []),
  )
  const missing = [...components]
    .map((name) => `@mantine/core/styles/${name}.layer.css`)
    .filter((file) => existsSync(at('node_modules', file)) && !early.includes(file))
  if (missing.length > 0) throw new Error(`web/start/early-styles.ts is missing ${missing.join(', ')}`)
}

/** The file that contains a module, and every file that it statically imports. */
function chunksFrom(output, entry) {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const first = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(at(entry)))
  const waiting = [first.fileName]
  for (const name of waiting)
    for (const next of chunks.get(name).imports) if (chunks.has(next) && !waiting.includes(next)) waiting.push(next)
  return waiting.map((name) => chunks.get(name))
}

const usedModules = ({ modules }) =>
  Object.keys(modules).filter((id) => modules[id].renderedLength > 0 || id.endsWith('.css'))

/** The files of the application and the dashboard that the entry does not import itself. */
export function earlyFiles({ output }) {
  const earlierFiles = new Set()
  const [, application, dashboard] = steps.map(({ entry }) => {
    const files = chunksFrom(output, entry).flatMap((chunk) => [chunk.fileName, ...chunk.viteMetadata.importedCss])
    const ownFiles = files.filter((file) => !earlierFiles.has(file))
    for (const file of ownFiles) earlierFiles.add(file)
    return ownFiles
  })
  return { application, dashboard }
}
