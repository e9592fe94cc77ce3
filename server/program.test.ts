import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startProgram } from './program.ts'
import { createTestDatabase } from './test/harness.ts'
import { createTestPlatform } from './test/platform.ts'

test('a process that only works says how it is on a port of its own', async () => {
  const db = await createTestDatabase()
  const token = 'a-token-for-metrics'
  const env = { ROLES: 'work', METRICS_PORT: '0', METRICS_TOKEN: token }
  const platform = await createTestPlatform(db, { env })
  const program = await startProgram(platform)
  expect(program.port).toBeNull()
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${program.healthPort!}${path}`, { headers })
  const through = { 'x-forwarded-for': '203.0.113.9' }
  expect((await ask('/healthz')).status).toBe(200)
  expect(await (await ask('/readyz')).text()).toBe('ready\n')
  expect((await ask('/metrics', through)).status).toBe(401)
  expect((await ask('/metrics', { ...through, authorization: 'Bearer another-token-here' })).status).toBe(401)
  const metrics = await (await ask('/metrics', { ...through, authorization: `Bearer ${token}` })).text()
  expect(metrics).toMatch(/^leadloom_ready 1$/m)
  expect(metrics).toMatch(/^leadloom_build_info{version="[\d.]+",roles="work"} 1$/m)
  expect(metrics).toMatch(/^leadloom_job_runs_total{task="prove-books",outcome="failed"} 0$/m)
  await program.stop()
  await platform.close()
  await db.drop()
}, 30_000)

test('a program that is told to stop is not ready and ends its work, although a slow caller keeps the door open', async () => {
  const db = await createTestDatabase()
  const platform = await createTestPlatform(db, { env: { ROLES: 'web,work', PORT: '0', METRICS_PORT: '0' } })
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
  const readiness = await fetch(`http://127.0.0.1:${program.healthPort!}/readyz`)
  expect([readiness.status, await readiness.text()]).toEqual([503, 'this process is stopping\n'])
  caller.destroy()
  await stopping
  await platform.close()
  await db.drop()
}, 30_000)

test('a program that is drained answers calls and says that it is not ready, before its door closes', async () => {
  const db = await createTestDatabase()
  const platform = await createTestPlatform(db, { env: { ROLES: 'web', PORT: '0', DRAIN_SECONDS: '2' } })
  const program = await startProgram(platform)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${program.port!}${path}`)).status
  expect(await statusOf('/readyz')).toBe(200)
  const stopping = program.stop()
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  await stopping
  await expect(statusOf('/healthz')).rejects.toThrow()
  await platform.close()
  await db.drop()
}, 30_000)
