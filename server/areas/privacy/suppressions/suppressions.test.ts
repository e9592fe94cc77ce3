import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { allHashesOf } from '#server/areas/identity/email-hashes.ts'
import { recordOptOut } from '#server/areas/identity/opt-out.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { dateOf } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { suppressionsFileOf } from '#server/platform/suppressions-file.ts'
import { openPipelineWorld, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { applySuppressions, carryOutSuppressionsJob } from './apply-suppressions.ts'
import { keepSuppressions } from './keep-suppressions.ts'

// What people asked for after a backup holds once it is restored.

const world = await openPipelineWorld()
const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BACKUP_DIR = join(folder, 'backups')
const DATA_DIR = join(folder, 'data')
mkdirSync(DATA_DIR)
const platform: Platform = { ...world.platform, config: { ...world.platform.config, BACKUP_DIR, DATA_DIR } }
const file = suppressionsFileOf(BACKUP_DIR)
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
/** What a restore of a backup from before the requests does to the database. */
const forget = () => rows('delete from opt_out; delete from deletion_request; delete from deletion_cycle')

let campaign: PipelineCampaign
let person: PipelinePerson
let hashes: string[]
beforeEach(async () => {
  world.clock.advance(60_000)
  await forget()
  rmSync(file, { force: true })
  campaign = await world.makeCampaign()
  person = await world.makePerson()
  hashes = allHashesOf(person.email)
})

const visit = (visitorId: string | null = null) => world.visit(campaign, { hashes: [hashes[0]!], visitorId })
const optOut = () => recordOptOut(world.platform.identityPool, hashes, dateOf(world.clock.now()))
const jobs = async () =>
  (await rows(
    `select payload from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [carryOutSuppressionsJob.name],
  )) as { payload: unknown }[]

test('whoever opted out after a backup is not identified once it is restored', async () => {
  const visitorId = newId(world.clock.now()).replaceAll('-', '')
  expect((await visit(visitorId)).lead_id).not.toBeNull()
  await optOut()
  await keepSuppressions(platform)
  await forget()
  await applySuppressions(platform)
  world.clock.advance(3_600_000)
  expect(await visit()).toMatchObject({ reason: 'opted_out', lead_id: null })
  // Destinations are told again, and browsers forgotten.
  const [job] = await jobs()
  await carryOutSuppressionsJob.run(platform, job!.payload)
  expect(await rows('select person_id from device_link where person_id = $1', [person.id])).toEqual([])
})

test('a list that a restore put into the data folder is applied once', async () => {
  await optOut()
  await keepSuppressions(platform)
  await forget()
  renameSync(file, suppressionsFileOf(DATA_DIR))
  await applySuppressions(platform)
  expect(await rows('select count(*)::int as count from opt_out')).toEqual([{ count: hashes.length }])
  expect(existsSync(suppressionsFileOf(DATA_DIR))).toBe(false)
})

test('whoever California has deleted after a backup is deleted again', async () => {
  const cycleId = newId(world.clock.now())
  const sha256 = hashes.find((hash) => hash.length === 64)!
  await rows('insert into deletion_cycle (id, started_at, finished_at) values ($1, $2, $2)', [
    cycleId,
    dateOf(world.clock.now()),
  ])
  await rows(
    `insert into deletion_request (id, list, hash, cycle_id, status) values ('AbC1', 'Email', decode($1, 'hex'), $2, 3)`,
    [sha256, cycleId],
  )
  await rows(`insert into opt_out (hash, reason, created_at) values (decode($1, 'hex'), 'delete_act', $2)`, [
    sha256,
    dateOf(world.clock.now()),
  ])
  await keepSuppressions(platform)
  await forget()
  await applySuppressions(platform)
  const since_ms = world.clock.now()
  await carryOutSuppressionsJob.run(platform, { since_ms })
  expect(await rows('select id from person where id = $1', [person.id])).toEqual([])
  expect(await rows('select id, status from deletion_request')).toEqual([{ id: 'AbC1', status: 3 }])
})

test('the list is sealed, written when it changed, and touched when it did not', async () => {
  await optOut()
  await keepSuppressions(platform)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(hashes[0])
  utimesSync(file, 0, 0)
  await keepSuppressions(platform)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(statSync(file).mtimeMs).toBeGreaterThan(0)
  await recordOptOut(world.platform.identityPool, allHashesOf('other@example.com'), dateOf(world.clock.now()))
  await keepSuppressions(platform)
  expect(readFileSync(file, 'utf8')).not.toBe(text)
})

test('a list that cannot be opened keeps the program from starting', async () => {
  await optOut()
  await keepSuppressions({ ...platform, secrets: createSecrets(Buffer.alloc(32, 9)) })
  await expect(applySuppressions(platform)).rejects.toThrow(/cannot be read .+ sealed with the master key/)
})
