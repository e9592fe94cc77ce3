import { writeFileSync } from 'node:fs'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { isBackupDue, lastDue_ms } from './backup-job.ts'
import { backupName } from '#server/platform/backup-place.ts'

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (text: string): number => Date.parse(`2026-03-${text}Z`)
const env = { NODE_ENV: 'test', BACKUP_DIR: folder, BACKUP_KEY: 'a passphrase that is long' }

test('a daily backup is due at its time of day, and later if no process ran then', async () => {
  expect(lastDue_ms('03:15', at('10T03:15:00'))).toBe(at('10T03:15:00'))
  expect(lastDue_ms('03:15', at('10T03:14:59'))).toBe(at('09T03:15:00'))
  const config = readConfig({ ...env, BACKUP_AT: '03:15' })
  expect(await isBackupDue(config, at('10T01:00:00'))).toBe(true)
  writeFileSync(join(folder, backupName(new Date(at('09T22:00:00')))), '')
  expect(await isBackupDue(config, at('10T03:14:00'))).toBe(false)
  expect(await isBackupDue(config, at('10T03:15:00'))).toBe(true)
  writeFileSync(join(folder, backupName(new Date(at('10T03:15:02')))), '')
  expect(await isBackupDue(config, at('11T03:14:59'))).toBe(false)
})

test('without a time of day no process takes backups', async () => {
  expect(await isBackupDue(readConfig(env), at('10T03:15:00'))).toBe(false)
  expect(() => readConfig({ ...env, BACKUP_AT: '24:00' })).toThrow(/BACKUP_AT: must be a time of day/)
  expect(() => readConfig({ NODE_ENV: 'test', BACKUP_AT: '03:15' })).toThrow(
    /BACKUP_AT: needs BACKUP_DIR and BACKUP_KEY/,
  )
})

test('a store of backups needs its keys', () => {
  const BACKUP_DIR = 'https://s3.example.com/backups'
  expect(() => readConfig({ ...env, BACKUP_DIR })).toThrow(/BACKUP_DIR: a store needs BACKUP_ACCESS_KEY/)
  const keys = { BACKUP_ACCESS_KEY: 'id', BACKUP_SECRET_KEY: 'secret' }
  expect(readConfig({ ...env, BACKUP_DIR, ...keys }).BACKUP_REGION).toBe('auto')
})
