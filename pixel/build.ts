import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { minify } from 'vite'

const SOURCE = fileURLToPath(new URL('px.ts', import.meta.url))
const DEBUGGER = fileURLToPath(new URL('debug/debug.ts', import.meta.url))
const ADDRESSES = fileURLToPath(new URL('address-part.ts', import.meta.url))
const CONSENT = fileURLToPath(new URL('consent-part.ts', import.meta.url))
const BANNER = fileURLToPath(new URL('banner-part.ts', import.meta.url))
const REGION = fileURLToPath(new URL('region-part.ts', import.meta.url))
const OUTPUT_FOLDER = fileURLToPath(new URL('../dist/pixel/', import.meta.url))

export type BuiltPixel = {
  script: string
  /** Download size with gzip; a test keeps it under 2,000. */
  gzipBytes: number
}

/** Builds the tracking script into `dist/pixel/px.js`; throws esbuild's error if the source does not compile. */
export async function buildPixel(): Promise<BuiltPixel> {
  // The root's tsconfig would add a "use strict".
  const options = { minify: true, target: 'es2017', legalComments: 'none', tsconfigRaw: {} } as const
  const bundle = await build({
    ...options,
    entryPoints: [SOURCE],
    bundle: true,
    format: 'esm',
    write: false,
  })
  // Errors while the script starts, for instance without its own tag, must not appear in the page's console.
  // Declared by `let`, its names stay within the block, which is shorter than a function.
  const guardedCode = `try{${bundle.outputFiles[0]!.text.replace(/(^|;)var /g, '$1let ')}}catch(e){}`
  // A second pass by another minifier saves about forty bytes: its texts are all in the same quotation marks.
  const { code } = await minify('px.js', guardedCode, { compress: { target: 'es2017' } })
  const script = code.trimEnd()
  await write('px.js', script)
  return { script, gzipBytes: gzipSync(script, { level: 9 }).byteLength }
}

/** Builds the debugger, which the tracking script loads if the page was opened by a debugger link. */
export const buildDebugger = (): Promise<string> => buildPart(DEBUGGER, 'debug.js')

/** Builds what reads plain email addresses, which the tracking script loads when it gets one. */
export const buildAddressPart = (): Promise<string> => buildPart(ADDRESSES, 'address.js')

/** Builds what asks consent platforms, which the tracking script loads where there may be one. */
export const buildConsentPart = (): Promise<string> => buildPart(CONSENT, 'consent.js')

/** Builds the banner that asks visitors of sites without a consent platform. */
export const buildBannerPart = (): Promise<string> => buildPart(BANNER, 'banner.js')

/** Builds what the server sends in its place where it knows already that nobody may be identified. */
export const buildRegionPart = (verdict: 'gpc' | 'region' | 'wait'): Promise<string> =>
  buildPart(REGION, `consent-${verdict}.js`, { SERVER_VERDICT: `"${verdict}"` })

async function buildPart(source: string, name: string, define: Record<string, string> = {}): Promise<string> {
  const options = { minify: true, target: 'es2020', legalComments: 'none', tsconfigRaw: {} } as const
  const entryPoints = [source]
  const bundle = await build({
    ...options,
    entryPoints,
    bundle: true,
    define,
    format: 'iife',
    write: false,
    charset: 'utf8',
  })
  const script = bundle.outputFiles[0]!.text
  await write(name, script)
  return script
}

async function write(name: string, script: string): Promise<void> {
  await mkdir(OUTPUT_FOLDER, { recursive: true })
  // Write a temporary file and rename it, so that concurrent readers never see a partial script.
  const scratch = `${OUTPUT_FOLDER}${name}.${randomUUID()}`
  await writeFile(scratch, script)
  await rename(scratch, `${OUTPUT_FOLDER}${name}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.all([
    buildPixel(),
    buildDebugger(),
    buildAddressPart(),
    buildConsentPart(),
    buildBannerPart(),
    ...(['gpc', 'region', 'wait'] as const).map(buildRegionPart),
  ])
