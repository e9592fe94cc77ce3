import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a program says and its exit code, if it is told to stop and its last part stops as given. */
async function endOf(lastStop: string): Promise<{ said: string; code: number | null }> {
  const file = join(folder, 'program.mts')
  const lifetime = pathToFileURL(join(projectRoot, 'server/entry/lifetime.ts')).href
  writeFileSync(
    file,
    `import { live } from ${JSON.stringify(lifetime)}
    setInterval(() => {}, 1_000)
    const log = { info() {}, warn() {}, fatal() {} } as never
    await live(log, async ({ keep }) => {
      keep({ stop: async () => console.log('the database stopped') })
      keep({ stop: ${lastStop} })
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 10)
    }, 300)`,
  )
  const child = spawn(join(projectRoot, 'node_modules/.bin/tsx'), [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { said: output, code }
}

test('work that does not end in time leaves no database server behind', async () => {
  expect(await endOf('() => new Promise(() => {})')).toEqual({ said: 'the database stopped\n', code: 1 })
  expect(await endOf("async () => console.log('the work ended')")).toEqual({
    said: 'the work ended\nthe database stopped\n',
    code: 0,
  })
})
