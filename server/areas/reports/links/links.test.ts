import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReportLink, listReportLinks, openSharedReport, revokeReportLink } from '#contract/reports/links.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

let client: TestClient
/** Noon on November 20 in New York. */
const now_ms = Date.UTC(2026, 10, 20, 17)
const day_ms = 24 * 3_600_000
const clock = createStillClock(now_ms)

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, { name: 'Spring' })
  const otherCampaign = await makeCampaign(db, tree.acme.clients[1]!, { name: 'Of another client' })
  const at_ms = Date.parse('2026-11-19T15:00:00Z')
  await insertLeads(db, tree.acme, [
    { client, campaign, at_ms },
    { client: tree.acme.clients[1]!, campaign: otherCampaign, at_ms },
  ])
})
beforeEach(async () => {
  clock.advance(now_ms - clock.now())
  http.forget()
  await db.adminPool.query('delete from report_link')
})

const days = { start: '2026-11-01', end: '2026-11-20' }
const create = (more: Record<string, unknown> = {}, user: TestUser = tree.acme.owner, companyID = tree.acme.id) =>
  http
    .as(user)
    .call(createReportLink, { body: { companyID, kind: 'campaigns', clientID: client.id, ...days, ...more } })
const tokenOf = (url: string): string => new URL(url).hash.slice(1)
const open = (token: string, host = tree.acme.owner.host) =>
  http.anonymous(host).call(openSharedReport, { body: { token } })
const list = async () =>
  (await http.as(tree.acme.owner).call(listReportLinks, { params: { companyID: tree.acme.id } })).body

describe('a shared report', () => {
  test('is shown to anybody with its link, without signing in, and shows nothing else', async () => {
    const { status, body } = await create()
    expect(status).toBe(200)
    const url = new URL(body.data.url)
    expect([url.hostname, url.pathname, url.search]).toEqual([tree.acme.owner.host, '/shared-report', ''])
    const answer = await open(tokenOf(body.data.url))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ company_name: client.name, report: { kind: 'campaigns', ...days } })
    expect(answer.body.data.report.rows.map(({ name }) => name)).toEqual(['Spring'])
    // The agency's costs and margin are hidden by default.
    expect(answer.body.data.report.columns).not.toContain('margin')
    expect(answer.raw.body).not.toContain('Of another client')
    expect((await list()).data[0]).toMatchObject({
      state: 'open',
      opened: 1,
      last_opened_at: new Date(now_ms).toISOString(),
    })
  })

  test('is on the agency’s host, even if it was created on the operator’s', async () => {
    http.forget()
    const { body } = await create({}, { ...tree.acme.owner, host: tree.root.host })
    http.forget()
    expect(new URL(body.data.url).hostname).toBe(tree.acme.owner.host)
    expect((await open(tokenOf(body.data.url))).status).toBe(200)
  })

  test('shows the agency’s margin only if it was created with it', async () => {
    const { body } = await create({ costs: 'T' })
    expect((await open(tokenOf(body.data.url))).body.data.report.columns).toContain('margin')
  })

  test('is stored by the hash of its 256-bit token, which is never shown again', async () => {
    const { body } = await create()
    const token = tokenOf(body.data.url)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await db.adminPool.query<{ all: string }>(
      `select link::text as all from report_link link union all select activity::text from activity`,
    )
    const all = rows.map((row) => row.all).join('\n')
    expect(rows.length).toBeGreaterThan(1)
    expect(all).not.toContain(token)
    expect(all).not.toContain(Buffer.from(token).toString('hex'))
    expect(JSON.stringify(await list())).not.toContain(token)
  })

  test('is absent once it expired, was revoked, or on any other host, as if it never existed', async () => {
    const one = (await create({ expires_in_days: 2 })).body.data
    const absent = async (token: string, host?: string): Promise<void> => {
      const { status, body } = await open(token, host)
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    await absent('never-was')
    await absent(tokenOf(one.url), tree.brightside.owner.host)
    await absent(tokenOf(one.url), tree.root.host)
    clock.advance(2 * day_ms - 1)
    expect((await open(tokenOf(one.url))).status).toBe(200)
    clock.advance(1)
    await absent(tokenOf(one.url))
    http.forget()
    expect((await list()).data[0]).toMatchObject({ state: 'expired' })

    const otherLink = (await create()).body.data
    const revoke = () =>
      http.as(tree.acme.owner).call(revokeReportLink, { body: { companyID: tree.acme.id, link_id: otherLink.id } })
    expect((await revoke()).status).toBe(200)
    await absent(tokenOf(otherLink.url))
    expect((await revoke()).status).toBe(200)
    expect((await list()).data[0]).toMatchObject({ id: otherLink.id, state: 'revoked' })
  })

  test('of a removed agency is absent', async () => {
    const { body } = await create()
    await db.adminPool.query('update company set removed_at = now() where id = $1', [tree.acme.id])
    expect((await open(tokenOf(body.data.url))).status).toBe(404)
    await db.adminPool.query('update company set removed_at = null where id = $1', [tree.acme.id])
  })

  test('of a removed client is absent, and the agency’s other links still work', async () => {
    const of = tokenOf((await create()).body.data.url)
    const ofAll = tokenOf((await create({ clientID: 'all' })).body.data.url)
    await db.adminPool.query('update company set removed_at = now() where id = $1', [client.id])
    expect([(await open(of)).status, (await open(ofAll)).status]).toEqual([404, 200])
    await db.adminPool.query('update company set removed_at = null where id = $1', [client.id])
    expect((await open(of)).status).toBe(200)
  })

  test('is one of at most 100 open ones, however many are created at once', async () => {
    await create()
    await db.adminPool.query(
      `insert into report_link select (jsonb_populate_record(one,
           jsonb_build_object('id', gen_random_uuid(), 'token_hash', '\\x' || encode(sha256(n::text::bytea), 'hex')))).*
         from report_link one, generate_series(1, 98) n`,
    )
    const answers = await Promise.all([1, 2, 3].map(() => create()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('can be created and revoked only by its agency', async () => {
    const { id } = (await create()).body.data
    expect((await create({}, client.user, client.id)).status).toBe(403)
    expect((await create({}, tree.acme.bareAdmin)).status).toBe(403)
    expect((await create({ clientID: tree.brightside.clients[0]!.id })).status).toBe(404)
    const foreign = await http
      .as(tree.brightside.owner)
      .call(revokeReportLink, { body: { companyID: tree.brightside.id, link_id: id } })
    expect(foreign.status).toBe(404)
  })

  test.each([
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 91 }, 'expires_in_days'],
    [{ start: '2026-11-21', end: '2026-11-20' }, 'end'],
    [{ start: '0001-01-01', end: '9999-12-31' }, 'start'],
  ])('is rejected with %j', async (more, field) => {
    const { status, body } = await create(more)
    expect([status, body.field]).toEqual([422, field])
    expect((await list()).data).toEqual([])
  })
})
