import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedBrowsers, unpackPackagedBrowser, works } from './find-browser.ts'

const run = promisify(execFile)

describe('the browser for tests', () => {
  let folder: string
  let broken: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-browser-'))
    broken = join(folder, 'chromium')
    await writeFile(broken, '#!/bin/sh\necho Chromium 150.0.0.0\n')
    await chmod(broken, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is looked for on the path', () => {
    expect(installedBrowsers(`/nowhere:${folder}`)[0]).toBe(broken)
  })

  it('is not taken for its version number: it must show a page', async () => {
    expect(await works(broken)).toBe(false)
  })

  it('is the one named in CHROMIUM_PATH or none', async () => {
    const module = fileURLToPath(new URL('find-browser.ts', import.meta.url))
    const find = run(process.execPath, ['--import', 'tsx', '-e', `import('${module}').then((m) => m.findBrowser())`], {
      env: { ...process.env, CHROMIUM_PATH: broken },
    })
    await expect(find).rejects.toThrow('which cannot show a page')
  })

  it('comes from npm where none is installed', async () => {
    const path = await unpackPackagedBrowser()
    expect(path && (await works(path))).toBe(true)
  })
})
