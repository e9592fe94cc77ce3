import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { distributeDatabase } from '#server/cluster/distribute.ts'
import { migrate, migrationsFolder } from '#server/platform/database/migrate.ts'
import { createPools, type Pools } from '#server/platform/database/pool.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { makeTestFolder } from '../test-folder.ts'
import { makeEmptyDatabase, makeRoles } from './make-database.ts'
import { startNodes, type Nodes } from './start-nodes.ts'

// Template databases are migrated before they are distributed. A cluster in use is migrated after that.

const database = 'upgraded'
/** Applied before the database is distributed; the later ones after it. Earlier ones were never applied to a cluster with rows. */
const lastBefore = '0630-claims-of-report-runs.sql'
const dump = join(projectRoot, 'server/test/dumps/v0.1.0.sql.gz')

let folder: string
let nodes: Nodes
let pools: Pools
let admin: pg.Client

beforeAll(async () => {
  folder = makeTestFolder()
  nodes = await startNodes(process.env['CITUS_BIN']!, folder)
  await makeRoles(nodes)
  pools = createPools(await makeEmptyDatabase(nodes, database), () => {})
  admin = new pg.Client(nodes.admin(nodes.all[0]!, database))
  await admin.connect()
  await admin.query(gunzipSync(readFileSync(dump)).toString())
  const earlier = join(folder, 'migrations')
  cpSync(migrationsFolder, earlier, { recursive: true })
  for (const name of readdirSync(earlier)) if (name.endsWith('.sql') && name > lastBefore) rmSync(join(earlier, name))
  await migrate(pools.ownerPool, earlier)
  await admin.query(
    `insert into coupon (id, root_id, code, percent, expires_at, created_at, created_by)
     select gen_random_uuid(), id, 'SPRING', 10, ('2027-03-15'::timestamp at time zone time_zone), now(), gen_random_uuid()
       from company where id = root_id`,
  )
  await distributeDatabase(admin, { shards: 8, at: new Date(), mayLose: true })
}, 600_000)

afterAll(async () => {
  await admin?.end()
  await pools?.close()
  await nodes?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = async (text: string): Promise<unknown[]> => (await admin.query<Record<string, unknown>>(text)).rows

test('a distributed database with rows is migrated, and new tables are distributed with their rows', async () => {
  await setUpDatabase(pools.ownerPool)
  const [{ count: leads }] = (await rowsOf(
    `select count(*)::int from lead where kind = 'lead' and search is null`,
  )) as [{ count: number }]
  expect(leads).toBeGreaterThan(20)
  expect(await rowsOf('select sum(leads)::int as leads from lead_source_day where client_id is null')).toEqual([
    { leads },
  ])
  expect(
    await rowsOf(`select citus_table_type from citus_tables where table_name = 'lead_source_day'::regclass`),
  ).toEqual([{ citus_table_type: 'distributed' }])
  expect(await rowsOf('select expires_on::text from coupon')).toEqual([{ expires_on: '2027-03-14' }])
})
