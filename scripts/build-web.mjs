// Builds the web app into dist/web: bundles, the prerendered login page, and a compressed copy of each file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { earlyFiles, groupsOfCode } from './group-code.mjs'
import { at } from './lib.mjs'

const out = at('dist/web')
const configFile = at('vite.config.ts')
const compressible = new Set(['.js', '.css', '.svg', '.html', '.json', '.txt', '.webmanifest'])
/** Below this size, compression saves no network packet. */
const worthwhile_bytes = 1024

/** Inline scripts, which run before any file is fetched. */
async function inline(entry, define = {}) {
  const { outputFiles } = await bundle({
    entryPoints: [at('web/start', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define,
    logLevel: 'warning',
  })
  return `<script nonce="__NONCE__">${outputFiles[0].text.trim()}</script>`
}

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!compressible.has(extname(name))) continue
    const content = readFileSync(file)
    if (content.length < worthwhile_bytes) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

/** Renders the login page in both languages, with the browser's own component, and the outline of the app shell. */
async function prerender() {
  const folder = at('dist/prerender')
  const options = { ssr: at('web/start/prerender.tsx'), outDir: folder, manifest: false, emptyOutDir: true }
  await build({ configFile, build: options })
  const { frameMarkup, loginMarkup } = await import(pathToFileURL(join(folder, 'prerender.js')).href)
  // Not in parallel: both renders share one translator.
  const en = await loginMarkup('en')
  const ar = await loginMarkup('ar')
  const frame = await frameMarkup()
  rmSync(folder, { recursive: true })
  return { en, ar, frame }
}

/** Builds the service worker with a version hash, so that it drops caches of earlier builds. */
async function buildWorker(html) {
  await bundle({
    entryPoints: [at('web/worker/service-worker.ts')],
    outfile: join(out, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { VERSION: JSON.stringify(createHash('sha256').update(html).digest('hex').slice(0, 12)) },
    logLevel: 'warning',
  })
}

/** Inlines the entry's style sheet, which saves a round trip before the first paint. */
const withStyles = (html) =>
  html.replace(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/, (_, file) => {
    const css = readFileSync(join(out, file), 'utf8').trim().replaceAll('</', '<\\/')
    return `<style nonce="__NONCE__">${css}</style>`
  })

/** The shell's outline is painted with the inlined styles only: a class missing from them would be unstyled. */
function checkStyled(html, markup) {
  const classes = [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '))
  const missing = classes.filter((name) => !html.includes(`.${name}`))
  if (missing.length > 0) throw new Error(`scripts/group-code.mjs is missing the styles of ${missing.join(', ')}`)
}

/**
 * The entry's styles are inlined in the page, so no chunk needs to fetch their file: each lazy chunk would load it
 * first. In the chunks' dependency lists, replace it with the entry's own code, which is already loaded by then.
 */
function forgetStylesOf({ output }) {
  const entry = output.find(({ isEntry }) => isEntry)
  const start = output.find(({ fileName }) => entry.imports.includes(fileName) && /start-/.test(fileName))
  const code = output.filter(({ type }) => type === 'chunk')
  for (const { fileName } of code) {
    const file = join(out, fileName)
    let text = readFileSync(file, 'utf8')
    for (const css of start.viteMetadata.importedCss) text = text.replaceAll(`"${css}"`, `"${start.fileName}"`)
    writeFileSync(file, text)
  }
}

rmSync(out, { recursive: true, force: true })
const codeSplitting = { groups: await groupsOfCode() }
const buildOutput = await build({ configFile, build: { rolldownOptions: { output: { codeSplitting } } } })
forgetStylesOf(buildOutput)
const early = earlyFiles(buildOutput)
// The manifest says which chunk contains which module. It is for measuring sizes and is not served.
renameSync(join(out, 'manifest.build.json'), at('dist/web-manifest.json'))
const page = join(out, 'index.html')
const [preboot, fill, shells] = await Promise.all([
  inline('preboot.ts', { EARLY_FILES: JSON.stringify(early) }),
  inline('fill-shell.ts'),
  prerender(),
])
const html = withStyles(readFileSync(page, 'utf8'))
  .replace('<!--preboot-->', () => preboot)
  .replace('<!--login-->', () => shells.en)
  .replace('<!--login-ar-->', () => shells.ar)
  .replace('<!--frame-->', () => shells.frame)
  .replace('<!--fill-->', () => fill)
checkStyled(html, shells.frame)
writeFileSync(page, html)
await buildWorker(html)
compress(join(out, 'assets'))
