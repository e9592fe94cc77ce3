import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { databaseFolderRoot, makeTestFolder } from '#server/test/test-folder.ts'
import { people } from './support/people.ts'
import { startProgram, type RunningProgram } from './support/program.ts'
import { openBrowser, signIn, Stage } from './support/stage.ts'
import { say } from './support/texts.ts'

// What people find after an upgrade: the program starts on the database of an earlier release, which it migrates.

const folder = join(import.meta.dirname, '../server/test/dumps')
const dumps = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'))
const owner = people.acmeOwner

interface Upgraded {
  dataDir: string
  /** What the agency had before the upgrade. */
  leads: number
  campaign: string
}

/** The database that a program of this release has left. */
async function makeDatabase(name: string): Promise<Upgraded> {
  const dataDir = makeTestFolder(databaseFolderRoot())
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), diesWithProgram: true })
  const admin = new pg.Client({ ...server.adminConfig, database: 'leadloom' })
  await admin.connect()
  try {
    await admin.query(gunzipSync(readFileSync(join(folder, name))).toString())
    const { rows } = await admin.query<{ leads: number; campaign: string }>(
      `select (select count(*)::int from lead where lead.agency_id = u.agency_id) as leads,
              (select name from campaign c where c.agency_id = u.agency_id and module = 'local' and status = 'active' order by name limit 1) as campaign
         from app_user u where email = $1`,
      [owner.email],
    )
    return { dataDir, ...rows[0]! }
  } finally {
    await admin.end()
    await server.stop()
  }
}

describe.each(dumps)('a database of %s', (name) => {
  let upgrade: Upgraded
  let program: RunningProgram
  let stage: Stage
  beforeAll(async () => {
    upgrade = await makeDatabase(name)
    // Without workers, which would delete what has been kept for long enough since the release.
    const env = { DATA_DIR: upgrade.dataDir, DATABASE_URL: '', DEMO: 'off', ROLES: 'web' }
    program = await startProgram(env)
    stage = new Stage(await openBrowser(), program.port)
  }, 300_000)
  afterAll(() => program?.stop())

  it('shows its people their campaigns and leads', async () => {
    const page = await stage.newPage()
    await signIn(page, stage.origin(owner.host), owner, say('en'))
    await page.goto(`${stage.origin(owner.host)}/siteid/campaign-management`)
    await page.getByRole('link', { name: upgrade.campaign }).first().waitFor()
    await page.goto(`${stage.origin(owner.host)}/siteid/leads`)
    await page.getByText(`1–10 of ${upgrade.leads}`).waitFor()
    await page.getByRole('table', { name: 'Leads' }).locator('a[href*="/leads/"]').first().click()
    await page.getByText('Rules it passed').waitFor()
    expect(await stage.clear(), 'errors, or requests to elsewhere').toEqual([])
  })
})
