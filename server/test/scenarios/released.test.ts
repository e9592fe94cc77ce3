import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../../platform/project-root.ts'
import { freePort } from '../free-port.ts'
import { makeTestFolder } from '../test-folder.ts'

// What `npm run release` makes starts in an empty folder, with Node and nothing else.

const place = makeTestFolder()
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('a released folder starts in production with Node alone, and serves pages and the pixel', async () => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const
  const output = execFileSync(process.execPath, ['scripts/release.mjs', '--without-archive'], options)
  const folder = join(place, 'released')
  cpSync(output.trim().split('\n').at(-1)!, folder, { recursive: true, verbatimSymlinks: true })
  for (const tool of ['typescript', 'vite', 'esbuild', 'vitest', 'tsx'])
    expect([tool, existsSync(join(folder, 'node_modules', tool))]).toEqual([tool, false])

  const port = await freePort()
  const program = spawn(process.execPath, ['start.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Nothing of this process: no PATH to tools, no home.
    env: {
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      DATA_DIR: join(place, 'data'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:2525',
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'error',
      ROOT_COMPANY: 'Operator',
      ROOT_HOST: 'localhost',
      ROOT_EMAIL: 'root@operator.test',
      ROOT_PASSWORD: 'seventeen-tall-herons',
    },
  })
  const statusOf = (path: string): Promise<number> =>
    fetch(`http://localhost:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  while ((await statusOf('/readyz')) !== 200) {
    expect(program.exitCode).toBe(null)
    await sleep(200)
  }
  expect([await statusOf('/login'), await statusOf('/px.js')]).toEqual([200, 200])
  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
}, 300_000)
