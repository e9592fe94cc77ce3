import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadLeadExport, listLeadExports, prepareLeadExport, removeLeadExport } from '#contract/leads/exports.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { pathWith, noLimits } from '#server/test/app.ts'
import { makeAgency, makeCampaign, type TestAgency, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { filePrefix } from './lead-exports.ts'
import { removeLeadExports } from './remove-exports.ts'
import { writeExportJob } from './write-export.ts'

const start_ms = Date.UTC(2026, 10, 20, 3)
const clock = createStillClock(start_ms)
const day_ms = 86_400_000
let agency: TestAgency
let one: TestClient
const dataDir = makeTestFolder()
const folder = join(dataDir, 'files')

const { db, http, tree } = await openTree({ clock, limiter: noLimits, env: { DATA_DIR: dataDir } })
beforeAll(async () => {
  agency = await makeAgency(db, { rootId: tree.root.id }, 'Exporter', ['One', 'Two'])
  const [first, two] = agency.clients as [TestClient, TestClient]
  one = first
  const campaigns = [await makeCampaign(db, one), await makeCampaign(db, two)]
  await insertLeads(
    db,
    agency,
    Array.from({ length: 12_345 }, (_, n) => ({
      client: n % 5 === 4 ? two : one,
      campaign: campaigns[n % 5 === 4 ? 1 : 0]!,
      at_ms: start_ms - Math.floor(n / 10) * 60_000,
      lastName: n % 2 ? 'Smith' : 'Ng',
    })),
  )
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  clock.advance(1_000)
  rmSync(folder, { recursive: true, force: true })
  await db.adminPool.query('delete from lead_export')
  await db.adminPool.query('delete from graphile_worker._private_jobs')
})

const fileNames = (): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(filePrefix))

const prepare = (user: TestUser, body: object = {}, companyID = user.companyId) =>
  http
    .as(user)
    .call(prepareLeadExport, { params: { companyID }, body: { clientID: 'all', start: '', end: '', ...body } })

const list = async (user: TestUser) =>
  (await http.as(user).call(listLeadExports, { params: { companyID: user.companyId } })).body.data

const fetchFile = (user: TestUser, id: string, headers: Record<string, string> = {}) =>
  http.as(user).call(downloadLeadExport, { params: { companyID: user.companyId, id }, headers })

/** Creates an export and waits until its file is complete. */
async function make(user: TestUser, body: object = {}): Promise<string> {
  const { body: answer } = await prepare(user, { always: 'T', ...body })
  await runJobs(db, http.platform)
  return answer.data.id!
}

const direct = async (user: TestUser, query: Record<string, string> = {}): Promise<string> =>
  (await http.as(user).call(exportLeads, { params: { companyID: user.companyId }, query })).raw.payload

describe('a lead export', () => {
  test('is prepared in the background for many leads, and downloaded at once for few', async () => {
    const few = await prepare(agency.owner, { searchQuery: 'smith', start: '2026-11-19' })
    expect([few.status, few.body.data.id]).toEqual([200, null])
    expect(await list(agency.owner)).toEqual([])
    const many = await prepare(agency.owner)
    expect(await list(agency.owner)).toMatchObject([
      { id: many.body.data.id, status: 'waiting', rows_total: null, rows_done: 0, bytes: null, downloads: 0 },
    ])
  })

  test('has the same content as the list’s download, and is counted while it is written', async () => {
    const id = await make(agency.owner)
    const [row] = await list(agency.owner)
    expect(row).toMatchObject({ id, status: 'ready', rows_total: 12_345, rows_done: 12_345 })
    const file = await fetchFile(agency.owner, id)
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(row!.bytes),
      'content-type': 'text/csv; charset=utf-8',
    })
    expect(file.headers['content-disposition']).toContain('filename="leads-2026-11-19.csv"')
    expect(file.raw.payload).toBe(await direct(agency.owner))
    expect((await list(agency.owner))[0]!.downloads).toBe(1)
  })

  test('for people has the chosen columns in the reader’s words, as the direct download', async () => {
    const look = { format: 'shown', columns: 'email,found', language: 'ar', time_zone: 'Asia/Dubai' }
    const { raw } = await fetchFile(agency.owner, await make(agency.owner, look))
    expect(raw.payload).toBe(await direct(agency.owner, look))
    expect(raw.payload.split('\r\n')[0]).toContain('(Asia/Dubai)')
  })

  test('for Excel is refused for more leads than it holds', async () => {
    const query = { format: 'xlsx' } as const
    const params = { companyID: agency.id }
    expect((await http.as(agency.owner).call(exportLeads, { params, query })).status).toBe(409)
  })

  test('tells how far it is while it is written', async () => {
    await db.adminPool.query(`
      create table told (status text, rows_done integer, rows_total integer);
      create function tell() returns trigger language plpgsql security definer as $$
        begin insert into told values (new.status, new.rows_done, new.rows_total); return new; end $$;
      create trigger tell after update on lead_export for each row execute function tell()`)
    await make(agency.owner)
    await db.adminPool.query('drop trigger tell on lead_export')
    const { rows } = await db.adminPool.query<{ rows_done: number; rows_total: number }>(
      `select distinct rows_done, rows_total from told where status = 'writing' and rows_total is not null order by 1`,
    )
    expect(rows).toHaveLength(3)
    const [start, halfway, whole] = rows
    expect([start, whole]).toEqual([0, 12_345].map((rows_done) => ({ rows_done, rows_total: 12_345 })))
    expect(halfway!.rows_done).toBeGreaterThanOrEqual(10_000)
    expect(halfway!.rows_total).toBe(12_345)
  })

  test('keeps filters and search, and is raw if raw was requested', async () => {
    const id = await make(agency.owner, { searchQuery: 'smith', format: 'raw', sortby: 'email', order: 'asc' })
    const query = { searchQuery: 'smith', format: 'raw', sortby: 'email', order: 'asc' }
    expect((await fetchFile(agency.owner, id)).raw.payload).toBe(await direct(agency.owner, query))
    expect((await list(agency.owner))[0]!.search_query).toBe('smith')
  })

  test('shows clients no more than their list does', async () => {
    const id = await make(one.user)
    const text = (await fetchFile(one.user, id)).raw.payload
    expect(text).toBe(await direct(one.user))
    expect(text).not.toContain('wholesale')
  })

  test('can be downloaded in ranges that add up to the whole', async () => {
    const id = await make(one.user)
    const whole = (await fetchFile(one.user, id)).raw.rawPayload
    const etag = (await fetchFile(one.user, id, { range: 'bytes=0-0' })).headers.etag as string
    const middle = 70_001
    const [head, tail] = [
      await fetchFile(one.user, id, { range: `bytes=0-${middle - 1}` }),
      await fetchFile(one.user, id, { range: `bytes=${middle}-`, 'if-range': etag }),
    ]
    expect([head.status, tail.status]).toEqual([206, 206])
    expect(tail.headers['content-range']).toBe(`bytes ${middle}-${whole.length - 1}/${whole.length}`)
    expect(Buffer.concat([head.raw.rawPayload, tail.raw.rawPayload]).equals(whole)).toBe(true)
    const wholeAnswer = await fetchFile(one.user, id, { range: `bytes=${middle}-`, 'if-range': '"another"' })
    expect([wholeAnswer.status, wholeAnswer.raw.rawPayload.length]).toEqual([200, whole.length])
    const behind = await fetchFile(one.user, id, { range: `bytes=${whole.length}-` })
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${whole.length}`])
    // Resuming is not a separate download.
    expect((await list(one.user))[0]!.downloads).toBe(3)
  })

  test('opens with a ticket that stays valid for the rest of the download, as long as the session', async () => {
    const id = await make(one.user)
    const path = pathWith(downloadLeadExport, { companyID: one.id, id })
    const { body } = await http.as(one.user).call(makeDownloadTicket, { body: { path } })
    const get = async (headers: Record<string, string> = {}) =>
      (await http.anonymous(one.user.host).inject({ method: 'GET', url: `${path}?ticket=${body.ticket}`, headers }))
        .statusCode
    expect(await get()).toBe(200)
    clock.advance(5 * 3_600_000)
    expect(await get({ range: 'bytes=10-' })).toBe(206)
    clock.advance(2 * 3_600_000)
    expect(await get({ range: 'bytes=10-' })).toBe(401)
    http.forget()
  })

  test('is not accessible to anybody else', async () => {
    const id = await make(agency.owner)
    expect((await fetchFile(agency.admin, id)).status).toBe(404)
    expect(await list(agency.admin)).toEqual([])
    expect((await fetchFile(one.user, id)).status).toBe(404)
    const remove = (user: TestUser) =>
      http.as(user).call(removeLeadExport, { params: { companyID: user.companyId, id } })
    expect((await remove(agency.admin)).status).toBe(404)
    expect((await remove(agency.owner)).status).toBe(200)
    expect((await fetchFile(agency.owner, id)).status).toBe(404)
    expect(fileNames()).toEqual([])
  })

  test('is not served to somebody who may no longer see leads', async () => {
    const id = await make(agency.admin)
    const { rows } = await db.adminPool.query('select role_id, permissions from app_user where id = $1', [
      agency.admin.id,
    ])
    await db.adminPool.query(
      'update app_user set role_id = (select role_id from app_user where id = $2), permissions = (select permissions from app_user where id = $2) where id = $1',
      [agency.admin.id, agency.bareAdmin.id],
    )
    http.forget(agency.admin)
    expect((await fetchFile(agency.admin, id)).status).toBe(403)
    await db.adminPool.query('update app_user set role_id = $2, permissions = $3 where id = $1', [
      agency.admin.id,
      rows[0].role_id,
      rows[0].permissions,
    ])
    http.forget(agency.admin)
  })

  test('with phone numbers is not served to a client from whom they are now hidden', async () => {
    const id = await make(one.user)
    await db.adminPool.query('update company set shows_phone = false where id = $1', [one.id])
    expect((await fetchFile(one.user, id)).status).toBe(409)
    const without = await make(one.user)
    expect((await fetchFile(one.user, without)).status).toBe(200)
    await db.adminPool.query('update company set shows_phone = true where id = $1', [one.id])
    // The same for a campaign (clientHidePhone): a file requested after hiding is fine.
    clock.advance(1_000)
    const hide = (at: Date | null) =>
      db.adminPool.query('update campaign set phone_hidden_at = $2 where client_id = $1', [one.id, at])
    await hide(new Date(clock.now()))
    expect((await fetchFile(one.user, id)).status).toBe(409)
    clock.advance(1_000)
    expect((await fetchFile(one.user, await make(one.user))).status).toBe(200)
    await hide(null)
  })

  test('is limited to ten per person', async () => {
    for (let n = 0; n < 10; n++) expect((await prepare(one.user, { always: 'T' })).status).toBe(200)
    expect((await prepare(one.user, { always: 'T' })).status).toBe(409)
    expect((await list(one.user)).length).toBe(10)
  })
})

describe('writing an export', () => {
  const payloadOf = (id: string) => ({ rootId: agency.owner.rootId, agencyId: agency.id, id })

  test('puts another agency’s next, however many one agency has requested', async () => {
    for (let n = 0; n < 4; n++) await prepare(agency.owner, { always: 'T' })
    await prepare(tree.brightside.owner, { always: 'T' })
    await prepare(one.user, { always: 'T' })
    const { rows } = await db.adminPool.query<{ agencyId: string }>(
      `select payload ->> 'agencyId' as "agencyId" from graphile_worker._private_jobs order by priority, run_at, id`,
    )
    const owners = rows.map(({ agencyId }) => (agencyId === agency.id ? 'many' : 'other'))
    expect(owners).toEqual(['many', 'other', 'many', 'many', 'many', 'many'])
  })

  test('starts over after it was killed, and its partial file is offered to nobody', async () => {
    const { body } = await prepare(one.user, { always: 'T' })
    const id = body.data.id!
    const torn = `${filePrefix}${agency.id}-torn`
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, torn), 'half a li')
    await db.adminPool.query(
      `update lead_export set status = 'writing', tries = 1, rows_done = 7000, rows_total = 12345, file_key = $2 where id = $1`,
      [id, torn],
    )
    expect((await fetchFile(one.user, id)).status).toBe(409)
    await runJobs(db, http.platform)
    expect((await fetchFile(one.user, id)).raw.payload).toBe(await direct(one.user))
    expect(fileNames()).not.toContain(torn)
    expect(fileNames().length).toBe(1)
  })

  test('leaves nothing if the export was removed meanwhile', async () => {
    const { body } = await prepare(one.user, { always: 'T' })
    await http.as(one.user).call(removeLeadExport, { params: { companyID: one.id, id: body.data.id! } })
    await runJobs(db, http.platform)
    expect(fileNames()).toEqual([])
  })

  test('reports a full disk, and offers no file', async () => {
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'a file where the folder should be')
    const id = await make(one.user)
    expect((await list(one.user))[0]).toMatchObject({ id, status: 'failed', problem: 'no_room' })
    expect((await fetchFile(one.user, id)).status).toBe(409)
    rmSync(folder)
  })

  test('gives up after repeated failures and says so', async () => {
    const { body } = await prepare(one.user, { always: 'T' })
    const id = body.data.id!
    await db.adminPool.query(
      `update lead_export set status = 'writing', tries = 5, file_key = 'leads-none' where id = $1`,
      [id],
    )
    await writeExportJob.run(http.platform, payloadOf(id))
    expect((await list(one.user))[0]).toMatchObject({ status: 'failed', problem: 'fault' })
  })
})

describe('an export file', () => {
  test('expires after three days', async () => {
    const id = await make(one.user)
    clock.advance(3 * day_ms)
    http.forget()
    expect((await fetchFile(one.user, id)).status).toBe(404)
    await removeLeadExports(http.platform, clock.now() - 3 * day_ms + 1)
    expect(await list(one.user)).toEqual([])
    expect(fileNames()).toEqual([])
  })

  test('that no row references is removed, but one being written is not', async () => {
    const id = await make(one.user)
    const [fileName] = fileNames()
    const hours_ago = new Date(clock.now() - 2 * 3_600_000)
    for (const name of ['orphan', 'fresh']) writeFileSync(join(folder, `${filePrefix}${name}`), 'x')
    for (const name of [`${filePrefix}orphan`, fileName!]) utimesSync(join(folder, name), hours_ago, hours_ago)
    utimesSync(join(folder, `${filePrefix}fresh`), new Date(clock.now()), new Date(clock.now()))
    await removeLeadExports(http.platform, 0)
    expect(fileNames().toSorted()).toEqual([fileName, `${filePrefix}fresh`].toSorted())
    expect((await fetchFile(one.user, id)).status).toBe(200)
  })

  test('that is missing from the disk is not offered as if it were complete', async () => {
    const id = await make(one.user)
    for (const name of fileNames()) writeFileSync(join(folder, name), 'torn')
    expect((await fetchFile(one.user, id)).status).toBe(409)
  })
})
