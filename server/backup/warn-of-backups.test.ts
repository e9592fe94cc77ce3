import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openPipelineWorld } from '#server/test/pipeline-world.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { backupName, proofOf } from '#server/platform/backup-place.ts'
import { warnOfBackupsJob } from './warn-of-backups.ts'

// The operator hears of backups that fail.

const world = await openPipelineWorld()
const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const DATA_DIR = join(folder, 'data')
const BACKUP_DIR = join(folder, 'backups')
mkdirSync(DATA_DIR)
mkdirSync(BACKUP_DIR)
const hour_ms = 3_600_000

const platformOf = (env: Record<string, string>): Platform => ({
  ...world.platform,
  config: { ...readConfig({ NODE_ENV: 'test', BACKUP_KEY: 'a passphrase that is long', ...env }), DATA_DIR },
})
const daily = platformOf({ BACKUP_DIR, BACKUP_AT: '03:15' })
const run = async (platform = daily): Promise<number> => {
  const count = async (): Promise<number> => {
    const { rows } = await world.db.adminPool.query<{ mails: number }>(
      `select count(*)::int as mails from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id where identifier = 'send-account-mail'`,
    )
    return rows[0]!.mails
  }
  const before = await count()
  await warnOfBackupsJob.run(platform, {})
  return (await count()) - before
}
const makeBackup = (isProven: boolean): void => {
  const file = join(BACKUP_DIR, backupName(new Date(world.clock.now())))
  writeFileSync(file, '')
  if (isProven) writeFileSync(proofOf(file), '')
}

test('once a day while there is none, too old a one, or none that is known to be good', async () => {
  // The first one may be on its way.
  expect(await run()).toBe(0)
  world.clock.advance(23 * hour_ms)
  expect(await run()).toBe(0)
  world.clock.advance(2 * hour_ms)
  const people = await run()
  expect(people).toBeGreaterThan(0)
  world.clock.advance(hour_ms)
  expect(await run()).toBe(0)
  makeBackup(true)
  expect(await run()).toBe(0)
  world.clock.advance(27 * hour_ms)
  expect(await run()).toBe(people)
  // Later ones are made, but none of them can be restored.
  world.clock.advance(7 * 24 * hour_ms)
  makeBackup(false)
  expect(await run()).toBe(people)
})

test('but not if the program is not asked to take them', async () => {
  rmSync(BACKUP_DIR, { recursive: true })
  world.clock.advance(48 * hour_ms)
  expect(await run(platformOf({ BACKUP_DIR }))).toBe(0)
})
