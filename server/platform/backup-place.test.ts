import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { backupName, listBackups, openBackupPlace, proofOf, removeOldBackups } from './backup-place.ts'

const folder = makeTestFolder()
const place = openBackupPlace({
  BACKUP_DIR: folder,
  BACKUP_REGION: 'auto',
  BACKUP_ACCESS_KEY: '',
  BACKUP_SECRET_KEY: '',
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the newest backups are kept, and older ones removed with their marks', async () => {
  const names = [8, 9, 10, 11].map((day) => backupName(new Date(Date.UTC(2026, 2, day, 3, 15))))
  for (const name of names) for (const file of [name, proofOf(name)]) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'notes.txt'), '')
  writeFileSync(join(folder, `${names[0]}.part`), '')
  expect((await listBackups(place))[0]).toEqual({
    name: names[3],
    madeAt_ms: Date.UTC(2026, 2, 11, 3, 15),
    isVerified: true,
  })
  expect(await removeOldBackups(place, 2)).toEqual([names[1], names[0]].map((name) => join(folder, name!)))
  const newest = [names[2], names[3]].flatMap((name) => [name!, proofOf(name!)])
  expect(readdirSync(folder).toSorted()).toEqual([...newest, `${names[0]}.part`, 'notes.txt'].toSorted())
  expect(await removeOldBackups(place, 2)).toEqual([])
})
