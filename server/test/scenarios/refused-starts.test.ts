import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/database/embedded.ts'
import { freePort } from '../free-port.ts'
import { startProgramProcess, startRefused } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

// Starts that only the operator can mend: each ends with one sentence and leaves no server behind.

const folders: string[] = []
const newFolder = (): string => {
  const folder = makeTestFolder()
  folders.push(folder)
  return folder
}
let server: EmbeddedPostgres
let admin: pg.Client
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: newFolder(), diesWithProgram: true })
  admin = new pg.Client(server.adminConfig)
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
})

const plain = { NODE_ENV: 'test', DEMO: 'off' }
const aSentence = (start: string) => new RegExp(`^${start}[^\\n]+\\.\\n$`)
/** Processes that name the folder, such as a server on it. */
const processesIn = (folder: string): string => spawnSync('pgrep', ['-af', folder], { encoding: 'utf8' }).stdout
const urlTo = (user: string, database: string): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(server.socketFolder)}`

describe('a start ends with one sentence, and leaves no server behind,', () => {
  test('where its port is in use: nothing is opened or migrated', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const folder = newFolder()
    const refusal = await startRefused(folder, { ...plain, PORT: String(port), HOST: '127.0.0.1' })
    server.close()
    expect(refusal).toEqual({ code: 1, said: expect.stringMatching(aSentence(`Port ${port} of 127.0.0.1 is in use`)) })
    expect(readdirSync(folder)).toEqual([])
  })

  test('where its address is no address of the machine', async () => {
    const refusal = await startRefused(newFolder(), { ...plain, PORT: '8080', HOST: '203.0.113.7' })
    expect(refusal).toEqual({ code: 1, said: expect.stringMatching(aSentence('HOST is no address of this machine')) })
  })

  test('where the data folder is below a file, or belongs to somebody else', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    const below = await startRefused(join(folder, 'file', 'data'), plain)
    expect(below).toEqual({ code: 1, said: expect.stringMatching(aSentence('.+ is not a folder: set DATA_DIR')) })
    if (process.getuid?.() !== 0) return
    const foreign = await startRefused(join(folder, 'data'), plain, { uid: 65_534 })
    expect(foreign).toEqual({
      code: 1,
      said: expect.stringMatching(aSentence('The data folder .+ cannot be written to')),
    })
  })

  test.skipIf(process.getuid?.() !== 0)('where its user has no name, which the embedded database needs', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o777)
    const refusal = await startRefused(folder, plain, { uid: 4_242 })
    const message = expect.stringMatching(aSentence('The embedded database needs a user with a name, and user id 4242'))
    expect(refusal).toEqual({ code: 1, said: message })
  })

  test('where the database is in another encoding', async () => {
    await admin.query(
      `create database bytes owner leadloom_owner encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'`,
    )
    const refusal = await startRefused(newFolder(), { ...plain, DATABASE_URL: urlTo('leadloom_owner', 'bytes') })
    expect(refusal).toEqual({
      code: 1,
      said: expect.stringMatching(aSentence('The database bytes is encoded in SQL_ASCII')),
    })
    expect(refusal.said).toContain(`create database "bytes_utf8" owner "leadloom_owner" encoding 'UTF8'`)
  })

  test('where the database does not exist', async () => {
    const refusal = await startRefused(newFolder(), { ...plain, DATABASE_URL: urlTo('leadloom_owner', 'nowhere') })
    expect(refusal).toEqual({
      code: 1,
      said: expect.stringMatching(aSentence('The database that DATABASE_URL names does not')),
    })
  })

  test('where it fails after its own server was started', async () => {
    const folder = newFolder()
    const refusal = await startRefused(folder, { ...plain, ROOT_COMPANY: 'Operator' })
    expect(refusal).toMatchObject({ code: 1, said: expect.stringContaining('its first operator cannot be created') })
    expect(existsSync(join(folder, 'postgres'))).toBe(true)
    expect(processesIn(folder)).toBe('')
  })
})

test.each([10, 400, 1_500])(
  'a program that is told to stop %i ms after its server has begun leaves none',
  async (wait_ms) => {
    const folder = newFolder()
    const program = await startProgramProcess(await freePort(), folder, plain)
    while (!existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))) await sleep(10)
    await sleep(wait_ms)
    await program.stop()
    expect(processesIn(folder)).toBe('')
  },
)

test('a program with another master key than the data refuses to start', async () => {
  const folder = newFolder()
  const port = await freePort()
  const key = (from: number): string =>
    Buffer.from(Array.from({ length: 32 }, (_, at) => (at * at + from) % 256)).toString('base64')
  const program = await startProgramProcess(port, folder, { ...plain, MASTER_KEY: key(1) })
  await program.ready()
  // A machine under load sheds calls right after a start.
  while ((await fetch(`http://127.0.0.1:${port}/api/keys`)).status !== 200) await sleep(100)
  await program.stop()
  const refusal = await startRefused(folder, { ...plain, MASTER_KEY: key(2) })
  expect(refusal).toEqual({
    code: 1,
    said: expect.stringMatching(aSentence('The stored secrets were encrypted with another master')),
  })
  expect(processesIn(folder)).toBe('')
})
