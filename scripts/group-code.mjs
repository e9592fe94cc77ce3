// What of the browser's code comes in one file. Left to itself the bundler makes a file of everything that two pages share:
// 150 of them for a dashboard, each with a way to the server and headers of its own (docs/decisions/0150).
import { existsSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { at } from './lib.mjs'

const configFile = at('vite.config.ts')

/** Styles of the frame that the page holds before any code is there: with those of the start they stand in the page itself. */
const stylesOfShell = [
  'web/ui/card.module.css',
  'web/app/frame/frame.module.css',
  'web/app/frame/sidebar.module.css',
  'web/app/frame/top-bar.module.css',
  'web/shells/page-header.module.css',
  'web/areas/reports/figures/figure-layout.module.css',
]

/** What is needed together, from what comes first to what comes last; each without what came before. */
const steps = [
  { name: 'start', entry: 'web/app/main.tsx', also: stylesOfShell },
  { name: 'application', entry: 'web/app/application.tsx' },
  { name: 'dashboard', entry: 'web/areas/reports/dashboard/dashboard-page.tsx' },
  { name: 'late', entry: 'web/app/late/late-parts.ts' },
]

/** Groups for the bundler, by what a first run says is in use: what nobody uses of a library is in nobody's way. */
export async function groupsOfCode() {
  const { output } = await build({ configFile, build: { write: false, minify: false, cssMinify: false } })
  // Each begins a file of its own.
  const taken = new Set(steps.map(({ entry }) => at(entry)))
  const groups = steps.map(({ name, entry, also = [] }, index) => {
    const used = [...chunksFrom(output, entry).flatMap(usedModules), ...also.map((file) => at(file))]
    const own = new Set(used.filter((id) => !taken.has(id)))
    for (const id of own) taken.add(id)
    // What these import and do not use stays where it is used.
    const test = (id) => own.has(id)
    return { name, own, test, priority: steps.length - index }
  })
  checkStyles(groups.filter(({ name }) => name !== 'late').flatMap(({ own }) => [...own]))
  return groups.map(({ name, test, priority }) => ({ name, test, priority, includeDependenciesRecursively: false }))
}

/** Each component that comes early brings its styles early, or would stand there undressed until the late parts are there. */
function checkStyles(modules) {
  const early = readFileSync(at('web/app/early-styles.ts'), 'utf8')
  const components = new Set(
    modules.flatMap((id) => /@mantine\/core\/esm\/components\/(?:.*\/)?(\w+)\.mjs$/.exec(id)?.[1] ?? []),
  )
  const missing = [...components]
    .map((name) => `@mantine/core/styles/${name}.layer.css`)
    .filter((file) => existsSync(at('node_modules', file)) && !early.includes(file))
  if (missing.length > 0) throw new Error(`web/app/early-styles.ts lacks ${missing.join(', ')}`)
}

/** A module's file and every file that it cannot run without. */
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

/** The files of application and dashboard that the page's first code does not bring by itself. */
export function earlyFiles({ output }) {
  const known = new Set()
  const [, application, dashboard] = steps.map(({ entry }) => {
    const files = chunksFrom(output, entry).flatMap((chunk) => [chunk.fileName, ...chunk.viteMetadata.importedCss])
    const own = files.filter((file) => !known.has(file))
    for (const file of own) known.add(file)
    return own
  })
  return { application, dashboard }
}
