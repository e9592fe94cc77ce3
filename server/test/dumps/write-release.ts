import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { addWebhooks } from '#demo/connect-receiver.ts'
import { makeHistory } from '#demo/history/make-history.ts'
import { seedDemo } from '#demo/seed.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { createPools } from '#server/platform/database/pool.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { createTestPlatform } from '../platform.ts'
import { checksumsOf } from '../released-migrations.ts'
import { makeTestFolder } from '../test-folder.ts'
import { dumpDatabase } from './dump-database.ts'

// npx tsx server/test/dumps/write-release.ts v0.1.0: a step of docs/runbooks/release.md.

/** The demo's current time in the dump: midday in Chicago. */
const now_ms = Date.UTC(2026, 10, 20, 18)
const days = 3

const version = process.argv[2] ?? ''
if (!/^v\d+\.\d+\.\d+$/.test(version)) throw new Error('Specify the release, such as v0.1.0')
const checksumsFile = join(migrationsFolder, `${version}.json`)
const dumpFile = join(import.meta.dirname, `${version}.sql.gz`)
if (existsSync(checksumsFile) || existsSync(dumpFile)) {
  throw new Error(
    `${version} is already released. If its tag was never created, remove ${checksumsFile} and ${dumpFile} first.`,
  )
}
const dump = gzipSync(await makeDump(), { level: 9 })
writeFileSync(dumpFile, dump)
writeFileSync(checksumsFile, `${JSON.stringify(checksumsOf(migrationsFolder), null, 2)}\n`)
process.stdout.write(
  `${version}: ${Object.keys(checksumsOf(migrationsFolder)).length} migrations, a dump of ${dump.length} bytes\n`,
)

async function makeDump(): Promise<string> {
  const folder = makeTestFolder()
  const server = await startEmbeddedPostgres({ dataDir: folder, profile: 'test', diesWithProgram: true })
  const adminPool = new pg.Pool({ ...server.adminConfig, database: 'leadloom' })
  const pools = createPools({ owner: server.ownerConfig, app: server.appConfig }, () => {})
  try {
    await setUpDatabase(pools.ownerPool)
    const platform = await createTestPlatform(pools, {
      clock: createStillClock(now_ms),
      env: { OUTGOING_ALLOW: '127.0.0.1:9', DEMO_DAYS: String(days) },
    })
    await seedDemo(platform)
    await addWebhooks(platform, 'http://127.0.0.1:9/webhook')
    await makeHistory(platform, new AbortController().signal)
    await platform.close()
    // People who never visited are left out, which reduces the dump to a third.
    await adminPool.query(
      `delete from person where id not in (select person_id from visit where person_id is not null)`,
    )
    return await dumpDatabase(adminPool, migrationsFolder)
  } finally {
    await Promise.all([pools.close(), adminPool.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
