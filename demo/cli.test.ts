import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { freePort } from '#server/test/free-port.ts'

const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  const env = { ...process.env, PORT: String(await freePort()) }
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'demo/cli.ts'), ...args],
      { cwd: projectRoot, env },
      (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

describe('the demo commands', { timeout: 60_000 }, () => {
  it('show help', async () => {
    const { code, out } = await run('help')
    expect([code, out]).toEqual([0, expect.stringContaining('clock +2d')])
  })

  it('report invalid arguments and exit with 2', async () => {
    const runs = await Promise.all([
      run('dance'),
      run('visits', '--known', '3'),
      run('searches', '--count', '0'),
      run('clock', 'tomorrow'),
    ])
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2, 2])
    expect(runs.map(({ err }) => err.split('\n')[0])).toEqual([
      'Unknown command dance',
      '--known must be a number from 0 to 1',
      '--count must be a number from 1 to 10000',
      'Invalid clock move tomorrow: use +2d, +36h, +30m or now',
    ])
  })

  it('report that no program is running and exit with 1', async () => {
    const { code, err } = await run('visits')
    expect([code, err]).toEqual([1, expect.stringContaining('Start the program with npm start')])
  })
})
