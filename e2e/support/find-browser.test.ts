import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedBrowsers, packagedBrowserForBareMachines, works } from './find-browser.ts'

const run = promisify(execFile)

/** The browser that a process with this environment finds. */
async function browserFor(env: Record<string, string>): Promise<string> {
  const module = fileURLToPath(new URL('find-browser.ts', import.meta.url))
  const code = `import('${module}').then((m) => m.findBrowser()).then(console.log)`
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '-e', code], { env: { ...process.env, ...env } })
  return stdout
}

describe('the browser for tests', () => {
  let folder: string
  let brokenPath: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-browser-'))
    brokenPath = join(folder, 'chromium')
    await writeFile(brokenPath, '#!/bin/sh\necho Chromium 150.0.0.0\n')
    await chmod(brokenPath, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is searched for on the PATH', () => {
    expect(installedBrowsers(`/nowhere:${folder}`)[0]).toBe(brokenPath)
  })

  it('is not accepted by its version number alone: it must render a page', async () => {
    expect(await works(brokenPath)).toBe(false)
  })

  it('is the one named in CHROMIUM_PATH or none', { timeout: 120_000 }, async () => {
    await expect(browserFor({ CHROMIUM_PATH: brokenPath })).rejects.toThrow('which cannot open a page')
  })

  it('comes from npm, whatever else is installed', { timeout: 120_000 }, async () => {
    expect(await browserFor({ CHROMIUM_PATH: '' })).toContain('/from-npm/chromium')
    expect(await browserFor({ PATH: folder, CHROMIUM_PATH: '' })).toContain('/from-npm/chromium')
  })

  it('includes the libraries that a minimal machine lacks', { timeout: 120_000 }, async () => {
    const path = await packagedBrowserForBareMachines()
    expect(path && (await works(path))).toBe(true)
    const { stdout } = await run('ldd', [join(dirname(path!), 'chromium')], {
      env: { ...process.env, LD_LIBRARY_PATH: join(dirname(path!), 'al2023/lib') },
    })
    expect(stdout).toMatch(/libnss3\.so => .*from-npm/)
  })
})
