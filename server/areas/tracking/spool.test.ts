import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { hitsOf, makePixel, useCollectors, viewOf } from '#server/test/collector.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  return () => db.drop()
})
const serve = useCollectors(() => db)

const turnOn = () => db.adminPool.query(`insert into read_only_mode values (true, now(), 'a test')`)
const turnOff = () => db.adminPool.query('delete from read_only_mode')
const filesOf = (folder: string): string[] =>
  existsSync(join(folder, 'spool')) ? readdirSync(join(folder, 'spool')) : []

test('hits that come in read-only mode are kept on the disk, and stored once it ends', async () => {
  const DATA_DIR = makeTestFolder()
  const pixel = await makePixel(db)
  const { post, clock } = await serve({ env: { DATA_DIR } })
  await turnOn()
  // It looks once a second by its own clock.
  await vi.waitFor(async () => {
    clock.advance(1_001)
    expect((await post(viewOf(pixel))).status).toBe(204)
    expect(filesOf(DATA_DIR)).toHaveLength(1)
  }, 10_000)
  const storedBefore = (await hitsOf(db, pixel)).length
  const hit = viewOf(pixel)
  expect((await post(hit)).status).toBe(204)
  expect((await post(hit)).status, 'sent again').toBe(204)
  expect(await hitsOf(db, pixel)).toHaveLength(storedBefore)
  await turnOff()
  await vi.waitFor(async () => {
    clock.advance(1_001)
    expect(filesOf(DATA_DIR)).toEqual([])
  }, 10_000)
  expect(await hitsOf(db, pixel)).toHaveLength(storedBefore + 2)
}, 30_000)

test('what an ended process kept is stored by the next one', async () => {
  const DATA_DIR = makeTestFolder()
  const pixel = await makePixel(db)
  await turnOn()
  const first = await serve({ env: { DATA_DIR } })
  expect((await first.post(viewOf(pixel))).status).toBe(204)
  await first.close()
  expect(filesOf(DATA_DIR)).toHaveLength(1)
  await turnOff()
  await serve({ env: { DATA_DIR } })
  await vi.waitFor(async () => expect(await hitsOf(db, pixel)).toHaveLength(1), 10_000)
  await vi.waitFor(() => expect(filesOf(DATA_DIR)).toEqual([]), 10_000)
}, 30_000)
