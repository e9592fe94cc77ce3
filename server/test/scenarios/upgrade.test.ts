import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { login } from '#contract/sign-in/session.ts'
import { checkActivity } from '#server/doctor/check-activity.ts'
import { checkDatabase } from '#server/doctor/check-database.ts'
import { checkLedger } from '#server/doctor/check-ledger.ts'
import { checkQueues } from '#server/doctor/check-queues.ts'
import type { Finding } from '#server/doctor/finding.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { setUpDatabase } from '#server/set-up-database.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../harness.ts'

// Databases of earlier releases are migrated to the present schema, and work.

const folder = join(projectRoot, 'server/test/dumps')
const dumps = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'))

/** The demo world in every release: an agency's owner, their host and password. */
const owner = { email: 'owner@acme.test', password: 'demo-demo-demo', host: 'acme.localhost' }

/** An operator's steps for a dump on another server, read from the runbook. */
const runbook = readFileSync(join(projectRoot, 'docs/runbooks/restored-from-a-dump.md'), 'utf8')
const repair = /```sql\n([\s\S]+?)```/.exec(runbook)?.[1] ?? ''

const failures = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ state, text }) => state === 'failure' && !text.startsWith('fsync')) // A test's server forgets at a crash.
    .map(({ text }) => text)

test('there is a dump of every release', () => {
  const releases = readdirSync(join(projectRoot, 'server/migrations')).filter((name) => name.endsWith('.json'))
  expect(dumps).toEqual(releases.map((name) => name.replace('.json', '.sql.gz')))
  expect(dumps).toContain('v0.1.0.sql.gz')
})

describe.each(dumps)('a database of %s', (name) => {
  let db: TestDatabase
  let http: TestApp
  let now_ms: number
  let agencyId: string
  let headers: Record<string, string>
  beforeAll(async () => {
    db = await createEmptyTestDatabase()
    await db.adminPool.query(gunzipSync(readFileSync(join(folder, name))).toString())
    await setUpDatabase(db.ownerPool)
    await db.adminPool.query(repair)
    const { rows } = await db.adminPool.query<{ last: Date; agency_id: string }>(
      'select (select max(created_at) from lead) as last, agency_id from app_user where email = $1',
      [owner.email],
    )
    now_ms = rows[0]!.last.getTime()
    agencyId = rows[0]!.agency_id
    http = await createTestApp(db, { clock: createStillClock(now_ms) })
  })
  afterAll(async () => {
    await http.close()
    await db.drop()
  })

  test('passes the doctor once it is migrated', async () => {
    expect(failures(await checkDatabase(db, now_ms))).toEqual([])
    expect(failures(await checkQueues({ ...db, identityPool: db.appPool }, now_ms))).toEqual([])
    expect(failures(await checkLedger(db.appPool))).toEqual([])
    expect(failures(await checkActivity(db.appPool))).toEqual([])
  })

  test('lets its people sign in with their passwords', async () => {
    const { email: username, password } = owner
    const { status, body } = await http.anonymous(owner.host).call(login, { body: { username, password } })
    expect(status).toBe(200)
    headers = { authorization: `Bearer ${'access_token' in body ? body.access_token : ''}` }
  })

  test('shows them their campaigns and leads', async () => {
    const { rows } = await db.adminPool.query<{ leads: number; campaigns: number }>(
      `select (select count(*)::int from lead where agency_id = $1) as leads,
              (select count(*)::int from campaign where agency_id = $1 and status <> 'archived') as campaigns`,
      [agencyId],
    )
    const visitor = http.anonymous(owner.host)
    const of = { companyID: agencyId, clientID: 'all' }
    const campaigns = await visitor.call(listCampaigns, { params: of, headers })
    expect([campaigns.status, campaigns.body.total]).toEqual([200, rows[0]!.campaigns])
    const leads = await visitor.call(listLeads, { params: of, headers })
    expect([leads.status, leads.body.total]).toEqual([200, rows[0]!.leads])
    expect(leads.body.total).toBeGreaterThan(20)
    const { status, body } = await visitor.call(getLead, { params: { id: leads.body.data[0]!.id }, headers })
    expect([status, body.data?.id]).toEqual([200, leads.body.data[0]!.id])
  })

  test('fails the doctor with a wrong balance', async () => {
    await db.adminPool.query('alter table ledger_account disable trigger all; update ledger_account set balance_e4 = 1')
    expect(failures(await checkLedger(db.appPool))).not.toEqual([])
  })
})
