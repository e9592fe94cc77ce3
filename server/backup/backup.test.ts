import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackups } from '#server/doctor/check-backups.ts'
import { listBackups, openBackupPlace } from '#server/platform/backup-place.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { ensureMasterKeys } from '#server/platform/master-key.ts'
import { suppressionsFileOf, suppressionsName } from '#server/platform/suppressions-file.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { startStoreStandIn, storeKeys } from '#server/test/s3-stand-in.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = makeTestFolder()
const dataDir = join(folder, 'data')
let config: Config
let file: string
let secret: string

const configOf = (env: Record<string, string>): Config =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'backups'), BACKUP_KEY: secret, ...env })
const masterKey = (): string => readFileSync(join(dataDir, 'master-key'), 'utf8')
const scratch = (env: Record<string, string> = {}): Config =>
  configOf({ DATA_DIR: join(folder, 'restored'), MASTER_KEY: masterKey(), ...env })

async function query(dataFolder: string, text: string): Promise<Record<string, unknown>[]> {
  const server = await startEmbeddedPostgres({
    dataDir: join(dataFolder, 'postgres'),
    profile: 'test',
    diesWithProgram: true,
  })
  const client = new pg.Client({ ...server.adminConfig, database: 'leadloom' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
    await server.stop()
  }
}

beforeAll(async () => {
  secret = await generateX25519Identity()
  config = configOf({})
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    profile: 'test',
    diesWithProgram: true,
  })
  const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, () => {})
  await setUpDatabase(pools.ownerPool)
  ensureMasterKeys(config)
  mkdirSync(join(dataDir, 'files'))
  writeFileSync(join(dataDir, 'files', 'an-upload'), 'name,email\n')
  // The program is running.
  const backup = await takeBackup(config, 'test')
  file = backup.file
  await pools.close()
  await server.stop()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const policies = `select (select count(*)::int from pg_policy) as policies,
  (select count(*)::int from pg_class where relforcerowsecurity) as forced,
  (select count(*)::int from pg_roles where rolname like 'leadloom%' and not rolbypassrls and not rolsuper) as roles,
  (select md5(string_agg(concat(polrelid::regclass, polname, pg_get_expr(polqual, polrelid)), ',' order by polrelid::regclass::text, polname))
     from pg_policy) as rules,
  (select md5(string_agg(concat(oid::regclass, relrowsecurity, relforcerowsecurity, relacl), ',' order by oid::regclass::text))
     from pg_class where relnamespace = 'public'::regnamespace) as rights,
  (select count(*)::int from us_zip) as zips,
  (select count(*)::int from schema_migration) as migrations`

describe('a backup', () => {
  test('of the running program restores all roles, policies, migrations and files', async () => {
    const target = scratch()
    const header = await restoreBackup(target, file)
    expect(header.migration).toMatch(/^\d{4}-.+\.sql$/)
    const [before] = await query(dataDir, policies)
    const [after] = await query(target.DATA_DIR, policies)
    expect(after).toEqual(before)
    expect(after).toMatchObject({ roles: 2 })
    expect(after!['policies']).toBeGreaterThan(100)
    expect(readFileSync(join(target.DATA_DIR, 'files', 'an-upload'), 'utf8')).toBe('name,email\n')
    await expect(restoreBackup(target, file)).rejects.toThrow(/is not empty \(files, postgres\)/)
    rmSync(target.DATA_DIR, { recursive: true })
  })

  test('passes the doctor after a restore on trial, and is then called verified', async () => {
    const [newest] = await listBackups(openBackupPlace({ ...config, BACKUP_DIR: join(folder, 'backups') }))
    const day = (hours: number) => checkBackups({ ...config, production: true }, newest!.madeAt_ms + hours * 3_600_000)
    expect((await day(1)).map(({ state }) => state)).toEqual(['ok', 'warning', 'warning'])
    expect(await verifyBackup(config, file, folder)).toEqual([])
    expect((await day(1)).map(({ text }) => text)).toEqual([
      'the last backup is 1 h old',
      'the last backup that was restored on trial is 1 h old',
      'the latest opt-outs are not beside the backups: a restore would forget them',
    ])
    writeFileSync(suppressionsFileOf(join(folder, 'backups')), '')
    expect((await day(0)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
    rmSync(suppressionsFileOf(join(folder, 'backups')))
    expect((await day(27)).map(({ state }) => state)).toEqual(['warning', 'ok', 'warning'])
    expect((await day(9 * 24)).map(({ state }) => state)).toEqual(['warning', 'warning', 'warning'])
    expect(readdirSync(folder).filter((name) => name.startsWith('leadloom-verify'))).toEqual([])
  })

  test('of the stopped program replaces the oldest one', async () => {
    const other = {
      ...config,
      BACKUP_KEEP: 1,
      BACKUP_KEY: await identityToRecipient(secret),
      BACKUP_DIR: join(folder, 'few'),
    }
    const first = await takeBackup(other, 'test')
    const second = await takeBackup(other, 'test')
    expect(second.removed).toEqual([first.file])
    expect(readdirSync(other.BACKUP_DIR)).toHaveLength(1)
    await expect(restoreBackup({ ...scratch(), BACKUP_KEY: other.BACKUP_KEY }, second.file)).rejects.toThrow(
      /is the public key/,
    )
  })
})

describe('a server of the operator’s own', () => {
  /** The embedded server plays it: by a URL, without its folder being known. */
  const asOwn = async (user: string, work: (own: Config) => Promise<void>): Promise<void> => {
    const server = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      profile: 'test',
      diesWithProgram: true,
    })
    try {
      const DATABASE_URL = `postgresql://${user}@localhost/leadloom?host=${server.socketFolder}`
      await work({ ...config, DATABASE_URL, MASTER_KEY: masterKey(), BACKUP_DIR: join(folder, `own-${user}`) })
    } finally {
      await server.stop()
    }
  }

  let ownFile: string
  beforeAll(
    () =>
      asOwn('postgres', async (own) => {
        ownFile = (await takeBackup(own, 'test')).file
      }),
    60_000,
  )

  test('is restored into a folder that such a server starts from, and the files beside it', () =>
    asOwn('postgres', async (own) => {
      const target = { ...own, DATA_DIR: join(folder, 'own') }
      const header = await restoreBackup(target, ownFile)
      expect(header.server).toBe('own')
      expect(readFileSync(join(target.DATA_DIR, 'server', 'PG_VERSION'), 'utf8').trim()).toBe('18')
      expect(readFileSync(join(target.DATA_DIR, 'files', 'an-upload'), 'utf8')).toBe('name,email\n')
      expect(existsSync(join(target.DATA_DIR, 'postgres'))).toBe(false)
    }))

  test('has the same roles, policies, rights and rows after a restore', () =>
    asOwn('postgres', async (own) => {
      const target = { ...own, DATA_DIR: join(folder, 'own-started') }
      await restoreBackup(target, ownFile, { startsHere: true })
      expect(await query(target.DATA_DIR, policies)).toEqual(await query(dataDir, policies))
    }))

  test('passes the doctor on trial', { timeout: 60_000 }, () =>
    asOwn('postgres', async (own) => {
      expect(await verifyBackup(own, ownFile, folder)).toEqual([])
      const states = (await checkBackups({ ...own, production: true }, Date.now())).map(({ state }) => state)
      expect(states).toEqual(['ok', 'ok', 'warning'])
    }),
  )

  test('is not backed up by a user who may not stream it, which the sentence says', () =>
    asOwn('leadloom_owner', async (own) => {
      await expect(takeBackup(own, 'test')).rejects.toThrow(/may not stream the server .+ REPLICATION/)
      expect(readdirSync(own.BACKUP_DIR!)).toEqual([])
    }))
})

describe('in an S3-compatible store', () => {
  let store: Awaited<ReturnType<typeof startStoreStandIn>>
  let ofBucket: Config & { BACKUP_DIR: string }
  let ofStore: string
  beforeAll(async () => {
    store = await startStoreStandIn()
    const [BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY] = [storeKeys.S3_ACCESS_KEY, storeKeys.S3_SECRET_KEY]
    ofBucket = { ...config, BACKUP_DIR: store.url, BACKUP_KEEP: 1, BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY }
    ofStore = (await takeBackup(ofBucket, 'test')).file
  }, 60_000)
  afterAll(() => store.close())
  const age = async () => {
    const [newest] = await listBackups(openBackupPlace(ofBucket))
    return checkBackups({ ...ofBucket, production: true }, newest!.madeAt_ms + 3_600_000)
  }

  test('a backup is proved there, which the doctor knows', { timeout: 60_000 }, async () => {
    expect(ofStore.startsWith(`${store.url}/leadloom-`)).toBe(true)
    expect((await age()).map(({ state }) => state)).toEqual(['ok', 'warning', 'warning'])
    expect(await verifyBackup(ofBucket, ofStore, folder)).toEqual([])
    expect((await age()).map(({ state }) => state)).toEqual(['ok', 'ok', 'warning'])
  })

  test('it is restored by its name, with the opt-outs beside it', async () => {
    const target = { ...ofBucket, DATA_DIR: join(folder, 'from-store'), MASTER_KEY: masterKey() }
    store.objects.set(suppressionsName, Buffer.from('sealed'))
    await restoreBackup(target, ofStore.slice(store.url.length + 1))
    expect(readFileSync(suppressionsFileOf(target.DATA_DIR), 'utf8')).toBe('sealed')
    expect(await query(target.DATA_DIR, policies)).toEqual(await query(dataDir, policies))
    store.objects.delete(suppressionsName)
  })

  test('a newer one replaces it and its mark', async () => {
    const { file: newer, removed } = await takeBackup(ofBucket, 'test')
    expect(removed).toEqual([ofStore])
    expect([...store.objects.keys()]).toEqual([newer.slice(store.url.length + 1)])
    expect(store.openUploads()).toBe(0)
  })

  test('a store that is away, and a backup that is not there, are told apart', async () => {
    const target = { ...ofBucket, DATA_DIR: join(folder, 'nothing'), MASTER_KEY: masterKey() }
    await expect(restoreBackup(target, ofStore)).rejects.toThrow(/^There is no backup http/)
    await expect(restoreBackup(target, 'http://elsewhere/leadloom')).rejects.toThrow(/is not in BACKUP_DIR/)
    store.fail(403)
    await expect(restoreBackup(target, ofStore)).rejects.toThrow(/does not answer as a store of backups/)
    expect((await checkBackups(ofBucket, Date.now())).map(({ state }) => state)).toEqual(['failure'])
    expect(existsSync(target.DATA_DIR)).toBe(false)
  })
})

describe('a restore refuses', () => {
  const refusal = async (target: Config, from = file): Promise<string> => {
    const error = await restoreBackup(target, from).catch((caught: unknown) => caught)
    expect(existsSync(target.DATA_DIR)).toBe(false)
    return (error as Error).message
  }

  test('another master key, and none', async () => {
    expect(await refusal(scratch({ MASTER_KEY: Buffer.alloc(32).toString('base64') }))).toMatch(
      /encrypted with the master key [0-9a-f]{12}, and this is [0-9a-f]{12}: set MASTER_KEY/,
    )
    expect(await refusal(scratch({ MASTER_KEY: '' }))).toContain('and this is none')
  })

  test('another key of backups', async () => {
    expect(await refusal(scratch({ BACKUP_KEY: await generateX25519Identity() }))).toContain(
      'BACKUP_KEY is another key',
    )
  })

  test('a file that was cut off or changed', async () => {
    const copy = join(folder, 'copy.tar.age')
    const bytes = readFileSync(file)
    writeFileSync(copy, bytes)
    truncateSync(copy, Math.floor(bytes.length / 65_536 - 1) * 65_536)
    expect(await refusal(scratch(), copy)).toMatch(/^The backup is damaged: .+ Nothing was restored\.$/)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    writeFileSync(copy, bytes)
    expect(await refusal(scratch(), copy)).toMatch(/^The backup is damaged/)
  })
})
