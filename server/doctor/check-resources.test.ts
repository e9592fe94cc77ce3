import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { markFilesFolder } from '#server/platform/files-folder.ts'
import { databaseStorageProblem, filesStorageProblem } from '#server/platform/find-full-storage.ts'
import { createApp } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import { accessHooks } from '#server/routes.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { checkResources } from './check-resources.ts'

const db = await openTestDatabase()
const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const findProblems = async (env: Record<string, string>): Promise<string> =>
  (await checkResources(db.ownerPool, readConfig({ NODE_ENV: 'test', ...env })))
    .filter(({ state }) => state !== 'ok')
    .map(({ state, text }) => `${state}: ${text}`)
    .join('\n')

test('the doctor warns before the connections of the database are used up', async () => {
  expect(await findProblems({ APP_CONNECTIONS: '3', OWNER_CONNECTIONS: '10' })).toBe('')
  expect(await findProblems({ APP_CONNECTIONS: '500' })).toMatch(
    /^warning: \d+ of \d+ connections of the database are in use: one more process can need 520$/,
  )
})

test('the doctor finds a machine whose files are in a folder of its own', async () => {
  const env = (name: string) => ({ DATA_DIR: join(folder, name), APP_CONNECTIONS: '3', OWNER_CONNECTIONS: '10' })
  const mark = (name: string) => markFilesFolder(db.ownerPool, { DATA_DIR: join(folder, name) }, newId(0))
  const first = await mark('one')
  expect(first.state).toBe('shared')
  expect(await mark('one')).toEqual(first)
  expect(await findProblems(env('one'))).toBe('')
  expect((await mark('two')).state).toBe('another')
  expect(await findProblems(env('two'))).toMatch(
    /^failure: .+\/two\/files is not the folder in which other machines store files/,
  )
  expect(await findProblems({ ...env('two'), ROLES: 'collect' })).toBe('')
  mkdirSync(join(folder, 'two/files'), { recursive: true })
  writeFileSync(join(folder, 'two/files/.folder-id'), `${first.state === 'shared' ? first.id : ''}\n`)
  expect(await findProblems(env('two'))).toBe('')
})

test('a database that its provider made read-only is not ready, and the doctor says so', async () => {
  await db.adminPool.query(`alter role leadloom_owner in database ${db.name} set default_transaction_read_only = on`)
  const readOnly = createPools(db.address, () => {}, { owner: 1 })
  const platform = await createTestPlatform(db, { env: { DATA_DIR: folder } })
  const app = await createApp({ ...platform, ownerPool: readOnly.ownerPool }, { routes: [], accessHooks })
  const { statusCode, payload } = await app.inject('/readyz')
  expect(`${statusCode} ${payload}`).toMatch(/^503 the database cannot be written to \(.+read-only transaction\)\n$/)
  await app.close()
  await platform.close()
  await readOnly.close()
})

/** A file system of one size needs root and the right to mount. */
const canMount = ((): boolean => {
  const place = join(folder, 'mount')
  mkdirSync(place)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status !== 0) return false
  return spawnSync('umount', [place]).status === 0
})()

describe.skipIf(!canMount)('on a disk of its own', () => {
  const place = join(folder, 'disk')
  const fill = (): void => void spawnSync('dd', ['if=/dev/zero', `of=${place}/filler`, 'bs=64k'], { stdio: 'ignore' })

  test('that is full, files and rows cannot be stored, until there is space again', async () => {
    mkdirSync(place)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', place])
    try {
      const server = await startEmbeddedPostgres({
        dataDir: join(place, 'postgres'),
        profile: 'test',
        diesWithProgram: true,
      })
      const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, () => {}, { owner: 1 })
      const problems = async () => [
        await databaseStorageProblem(pools.ownerPool),
        filesStorageProblem({ DATA_DIR: place }),
      ]
      expect(await problems()).toEqual([null, null])
      fill()
      expect(await problems()).toEqual(['the disk of the database is full', `the disk of ${place}/files is full`])
      rmSync(join(place, 'filler'))
      expect(await problems()).toEqual([null, null])
      await pools.close()
      await server.stop()
    } finally {
      spawnSync('umount', ['-l', place])
    }
  })
})
