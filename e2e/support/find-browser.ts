import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)
const CACHE_FOLDER = fileURLToPath(new URL('../../.tmp/browser/', import.meta.url))

/** Flags for every launch: root cannot sandbox, test machines have no GPU, and no background requests may go out. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one profile and site share compiled code; other origins are isolated, as in any headed browser.
  '--process-per-site',
  '--site-per-process',
]

/**
 * The browser's arguments. It finds only this machine and the `hosts` mapped to it: looking up another name fails at once,
 * where a name server that never answers would keep a page loading for minutes.
 */
export function browserArguments(...hosts: string[]): string[] {
  const ownHosts = hosts.map((host) => `MAP ${host} 127.0.0.1`)
  const rules = [...ownHosts, 'MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE *.localhost', 'EXCLUDE 127.0.0.1']
  return [...ARGUMENTS, `--host-resolver-rules=${rules.join(', ')}`]
}

const COMMANDS = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function installedBrowsers(searchPath = process.env['PATH'] ?? ''): string[] {
  const onPath = COMMANDS.flatMap((command) => searchPath.split(delimiter).map((folder) => join(folder, command)))
  return [...onPath, ...MAC_APPLICATIONS].filter((path) => existsSync(path))
}

/** Whether a browser renders pages as tests need: a version alone does not reveal missing libraries and fonts. */
async function canRender(path: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath: path, args: browserArguments(), timeout: 30_000 })
    try {
      const page = await browser.newPage()
      await page.goto('data:text/html,<a href="">works</a>', { timeout: 30_000 })
      const [width_px, text] = await page.evaluate(() => {
        const link = document.querySelector('a')!
        return [link.getBoundingClientRect().width, link.innerText] as const
      })
      return text === 'works' && width_px > 0
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

/** Remembers browsers that rendered, until the file changes, so that only the first test file waits for the check. */
export async function works(path: string): Promise<boolean> {
  const note = join(CACHE_FOLDER, 'works.json')
  const { mtimeMs, size } = await stat(path)
  const proof = JSON.stringify({ path, mtimeMs, size })
  if ((await readFile(note, 'utf8').catch(() => '')) === proof) return true
  if (!(await canRender(path))) return false
  await writeFile(`${note}.${process.pid}`, proof)
  await rename(`${note}.${process.pid}`, note)
  return true
}

/** Starts the packaged browser with its bundled libraries and fonts, preferring the machine's own fonts. */
const WITH_ITS_OWN_LIBRARIES = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/al2023/lib"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`
const ITS_OWN_FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`

/**
 * Unpacks `@sparticuz/chromium` and returns its path; undefined if the package is not installed. The package unpacks
 * into the temporary folder and mistakes another process's partial file for a complete one. So it runs in a separate
 * process with its own temporary folder, which is then moved into place.
 */
async function unpackPackagedBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  let packageFile: string
  try {
    packageFile = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  } catch {
    return undefined
  }
  const folder = join(CACHE_FOLDER, 'from-npm')
  const path = join(folder, 'chromium')
  if (existsSync(path)) return path
  const scratch = join(CACHE_FOLDER, `unpacking-${randomUUID()}`)
  await mkdir(scratch, { recursive: true })
  const code = 'import(process.argv[1]).then((m) => (m.default.default ?? m.default).executablePath())'
  // Under this cloud's name it also unpacks libraries that a bare machine lacks.
  const env = { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  await run(process.execPath, ['-e', code, packageFile], { env })
  await chmod(join(scratch, 'chromium'), 0o755)
  await writeFile(join(scratch, 'chromium-on-a-bare-machine'), WITH_ITS_OWN_LIBRARIES, { mode: 0o755 })
  await writeFile(join(scratch, 'fonts.conf'), ITS_OWN_FONTS)
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true, force: true }))
  return path
}

/** The same browser with its bundled libraries. */
export async function packagedBrowserForBareMachines(): Promise<string | undefined> {
  const path = await unpackPackagedBrowser()
  return path && join(dirname(path), 'chromium-on-a-bare-machine')
}

/** Installs Debian's Chromium if this process can: as root, on Debian or a derivative. */
async function installDebianBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
    maxBuffer: 32 * 1024 * 1024,
  }
  const wait = ['-o', 'DPkg::Lock::Timeout=240']
  await run('apt-get', [...wait, 'update'], options)
  await run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', 'chromium'], options)
  return installedBrowsers('/usr/bin')[0]
}

async function search(): Promise<string> {
  await mkdir(CACHE_FOLDER, { recursive: true })
  const path = process.env['CHROMIUM_PATH']
  if (path) {
    // If a browser is named, use only that one: falling back to another would hide the mistake.
    if (existsSync(path) && (await works(path))) return path
    throw new Error(`CHROMIUM_PATH is ${path}, which cannot open a page.`)
  }
  // First the npm package, a headless engine: installed browsers spend as much again on their own UI.
  const obtain = [
    unpackPackagedBrowser,
    packagedBrowserForBareMachines,
    async () => installedBrowsers(),
    installDebianBrowser,
  ]
  for (const each of obtain) {
    const paths = await each().catch(() => undefined)
    for (const path of [paths ?? []].flat()) if (await works(path)) return path
  }
  throw new Error('No browser for the tests: install Chrome or Chromium, or set CHROMIUM_PATH.')
}

let browser: Promise<string> | undefined

/**
 * The path of a Chromium that renders, for `playwright-core`'s `executablePath`: from `CHROMIUM_PATH`, npm, an
 * installed one, or Debian's, installed on demand. Throws if there is none.
 */
export function findBrowser(): Promise<string> {
  browser ??= search()
  return browser
}
