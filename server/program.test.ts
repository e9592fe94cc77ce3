import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startProgram } from './program.ts'
import { createTestDatabase } from './test/harness.ts'
import { createTestPlatform } from './test/platform.ts'

test('a program that is told to stop ends its work although a slow caller keeps the door open', async () => {
  const db = await createTestDatabase()
  const platform = await createTestPlatform(db, { env: { ROLES: 'web,work', PORT: '0' } })
  const program = await startProgram(platform)
  const caller = connect(program.port!, '127.0.0.1')
  caller.on('error', () => {})
  await once(caller, 'connect')
  const head =
    'POST /api/login HTTP/1.1\r\nhost: app.test\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n'
  caller.write(`${head}{`)
  await sleep(200)
  const pools = async () => (await db.ownerPool.query('select from worker_heartbeat')).rowCount
  expect(await pools()).toBeGreaterThan(0)
  const stopping = program.stop()
  await vi.waitFor(async () => expect(await pools()).toBe(0), 8_000)
  caller.destroy()
  await stopping
  await platform.close()
  await db.drop()
}, 30_000)
