import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeadJobs, purgeJob, readMachine, retryJob } from '#contract/machine/machine.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { startHeartbeat, type Heartbeat } from './heartbeat.ts'

const { db, http, tree } = await openWorld()
const { system } = tree.root
const operator = http.as(system)
let heartbeat: Heartbeat
beforeAll(async () => {
  await setUpJobs(db.ownerPool)
  heartbeat = await startHeartbeat(http.platform)
})
afterAll(() => heartbeat.end())

const machine = async () => (await operator.call(readMachine, {})).body.data
const deadJobs = async () => (await operator.call(listDeadJobs, { query: {} })).body.data

/** A job that failed for good, with a payload that no answer may show. */
async function addDeadJob(task: string): Promise<string> {
  const { rows } = await db.adminPool.query<{ id: string }>(
    `select (graphile_worker.add_job($1, '{"email": "jo@hidden.example"}'::json)).id::text as id`,
    [task],
  )
  await db.adminPool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'it broke\\n at somewhere' where id = $1`,
    [rows[0]!.id],
  )
  return rows[0]!.id
}

test('the operator sees each running process, with version and roles', async () => {
  const { processes } = await machine()
  expect(processes).toMatchObject([{ roles: http.platform.config.ROLES, is_stopping: false }])
})

test('each line has a state and a runbook; what nothing measures has no value', async () => {
  const { lines, statements, read_only } = await machine()
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.find(({ line }) => line === 'backup_age')).toMatchObject({ value: null, state: 'unknown' })
  expect(lines.find(({ line }) => line === 'connections_free')!.value).toBeGreaterThan(0)
  expect({ statements, read_only }).toEqual({ statements: null, read_only: null })
})

test('jobs that failed for good are listed with their error, and never with what they were about', async () => {
  const id = await addDeadJob('write-export')
  const jobs = await deadJobs()
  expect(jobs).toMatchObject([{ id, task: 'write-export', error: 'it broke' }])
  expect(JSON.stringify(jobs)).not.toContain('hidden')
  expect((await operator.call(purgeJob, { body: { job: id } })).status).toBe(200)
  expect(await deadJobs()).toEqual([])
})

test('a job that runs again is due at once, and is no longer among the dead', async () => {
  const id = await addDeadJob('write-export')
  expect((await operator.call(retryJob, { body: { job: id } })).status).toBe(200)
  const { rows } = await db.adminPool.query(
    'select attempts, run_at <= now() as "isDue" from graphile_worker._private_jobs where id = $1',
    [id],
  )
  expect(rows).toEqual([{ attempts: 0, isDue: true }])
  expect((await operator.call(retryJob, { body: { job: id } })).status, 'it is not dead any more').toBe(404)
  expect((await operator.call(purgeJob, { body: { job: id } })).status).toBe(404)
})

test.each(['agency', 'client'] as const)('%s people reach none of it', async (kind) => {
  const user = kind === 'agency' ? tree.acme.owner : tree.acme.clients[0]!.user
  const id = await addDeadJob('write-export')
  for (const operation of [readMachine, listDeadJobs])
    expect((await http.as(user).call(operation, { query: {} } as never)).status).toBe(403)
  for (const operation of [retryJob, purgeJob])
    expect((await http.as(user).call(operation, { body: { job: id } })).status).toBe(403)
  await operator.call(purgeJob, { body: { job: id } })
})
