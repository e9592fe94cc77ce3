import { readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts'
import { withDatabaseAccess } from '../kill-stage.ts'
import { freePort } from '../free-port.ts'
import { startRefused, startProgramProcess, type ProgramProcess } from '../program-process.ts'
import { makeTestFolder } from '../test-folder.ts'

// Real starts of the whole program: when each one refuses to run, and which addresses each one listens on.

const folders: string[] = []
const newFolder = (): string => {
  const folder = makeTestFolder()
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const production = {
  NODE_ENV: 'production',
  MASTER_KEY: 'q3Jc0mXvVb1nF7wzU8yKp2LhT5sD9eGxR4aZ6oQiNjM=',
  // Nothing listens there: starting sends no mail.
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUSTED_PROXIES: '0',
}
const demo = { NODE_ENV: 'development', DEMO_WORLD: 'small', DEMO_DAYS: '0' }

/** Whether the program responds at one of this machine's loopback addresses. */
const answersAt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const call = request({ host, port, path: '/healthz', agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      resolve(true)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(false))
    call.end()
  })

async function start(
  dataDir: string,
  env: Record<string, string | undefined>,
): Promise<{ port: number; program: ProgramProcess }> {
  const port = await freePort()
  const program = await startProgramProcess(port, dataDir, env)
  await program.ready()
  return { port, program }
}

/** A change in any of these would show that a refused start wrote something. */
const fingerprintOf = (dataDir: string): Promise<unknown> =>
  withDatabaseAccess(dataDir, async ({ adminPool }) => {
    const { rows } = await adminPool.query(
      `select (select count(*) from schema_migration) as files, (select count(*) from company) as companies,
         (select count(*) from session) as sessions, (select max(changed_at) from credential) as passwords`,
    )
    return rows
  })

describe('starting in production', () => {
  test('reports all invalid settings in one list, and creates nothing', async () => {
    const folder = newFolder()
    const { code, said } = await startRefused(folder, {
      NODE_ENV: 'production',
      MASTER_KEY: Buffer.alloc(32).toString('base64'),
      CAPTCHA: 'off',
      DEMO: 'on',
      SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9',
      ROOT_HOST: 'https://app.example.com',
      ROOT_PASSWORD: 'password1234',
    })
    expect(code).toBe(1)
    const names = [...said.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual([
      'CAPTCHA',
      'DEMO',
      'MASTER_KEY',
      'ROOT_HOST',
      'ROOT_PASSWORD',
      'SANDBOX_PAYMENTS_URL',
      'SMTP_URL',
      'TRUSTED_PROXIES',
    ])
    expect(said).not.toMatch(/password1234|\n {4}at /)
    expect(readdirSync(folder)).toEqual([])
  })

  test('lists what it needs for the first operator of an empty database', async () => {
    const { code, said } = await startRefused(newFolder(), production)
    expect(code).toBe(1)
    expect(said).toMatch(
      /ROOT_COMPANY .*missing[^]*ROOT_HOST .*missing[^]*ROOT_EMAIL .*missing[^]*ROOT_PASSWORD .*missing/,
    )
  })

  test('rejects a demo database and leaves it unchanged; the demo rejects a database in use', async () => {
    const folders = { demo: newFolder(), real: newFolder() }
    const world = await start(folders.demo, demo)
    const before = await fingerprintOf(folders.demo)
    // Both share the database's server, like processes of one installation, so that the test can inspect it afterwards.
    const refusal = await startRefused(folders.demo, production)
    expect(refusal).toMatchObject({ code: 1, said: expect.stringMatching(/demo world .*brand, credential, person/) })
    expect(await fingerprintOf(folders.demo)).toEqual(before)
    await world.program.stop()

    const real = await start(folders.real, { ...production, HOST: '127.0.0.1' })
    const demoRefusal = await startRefused(folders.real, demo)
    expect(demoRefusal).toMatchObject({ code: 1, said: expect.stringMatching(/This database is in use/) })
    await real.program.stop()
  })
})

test('identity data in a database of its own has its tables and people there', async () => {
  const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), diesWithProgram: true })
  const socket = encodeURIComponent(elsewhere.socketFolder)
  const identity = { IDENTITY_DATABASE_URL: `postgres://leadloom_owner@localhost/leadloom?host=${socket}` }
  const folder = newFolder()
  const { program } = await start(folder, { ...demo, ...identity })
  const personsIn = (dataDir: string): Promise<number> =>
    withDatabaseAccess(dataDir, async ({ adminPool }) => (await adminPool.query('select from person')).rowCount ?? 0)
  expect(await personsIn(folder)).toBe(0)
  await program.stop()
  const refusal = await startRefused(newFolder(), { ...production, ...identity })
  expect(refusal).toMatchObject({ code: 1, said: expect.stringMatching(/demo world \(person\)/) })
  await elsewhere.stop()
})

test('the demo listens on loopback only, unless a host is given', async () => {
  const folder = newFolder()
  const usual = await start(folder, { ...demo, HOST: undefined })
  expect([await answersAt('127.0.0.1', usual.port), await answersAt('127.0.0.2', usual.port)]).toEqual([true, false])
  await usual.program.stop()
  const program = await start(folder, { ...demo, HOST: '0.0.0.0' })
  expect([await answersAt('127.0.0.1', program.port), await answersAt('127.0.0.2', program.port)]).toEqual([true, true])
  await program.program.stop()
})
