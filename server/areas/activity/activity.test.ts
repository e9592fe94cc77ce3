import { describe, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { saveUserLog } from '#contract/activity/user-log.ts'
import { checkActivity } from '#server/doctor/check-activity.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope } from '#server/platform/database/tx.ts'
import type { Call } from '#server/platform/call.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { recordActivity, type NewActivity } from './record-activity.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

const scopeOf = (user: TestUser): Scope =>
  user.clientId
    ? { kind: 'client', rootId: user.rootId, agencyId: user.agencyId!, clientId: user.clientId }
    : user.agencyId
      ? { kind: 'agency', rootId: user.rootId, agencyId: user.agencyId }
      : { kind: 'root', rootId: user.rootId }
const callOf = (user: TestUser): Parameters<typeof recordActivity>[1] => ({
  platform: http.platform,
  address: '192.0.2.7',
  requestId: 'request-1',
  object: null,
  caller: {
    kind: user.kind,
    sessionId: newId(1),
    userId: user.id,
    companyId: user.companyId,
    rootId: user.rootId,
    agencyId: user.agencyId,
    clientId: user.clientId,
    rights: null,
    scope: scopeOf(user),
    actor: null,
  } satisfies Call['caller'],
})
const record = (user: TestUser, entry: NewActivity): Promise<void> =>
  inScope(db.appPool, scopeOf(user), (tx) => recordActivity(tx, callOf(user), entry))
const entriesOf = async (bookId: string): Promise<Record<string, unknown>[]> =>
  (await db.adminPool.query('select * from activity where book_id = $1 order by seq', [bookId])).rows
const readProblems = async (): Promise<string[]> =>
  (await checkActivity(db.appPool)).filter(({ state }) => state !== 'ok').map(({ text }) => text)

describe('an activity log entry', () => {
  test('R013: records who did what on whose behalf, the old and new values, and the address', async () => {
    const { owner } = tree.acme
    await record(owner, {
      action: 'branding.colorsChanged',
      target: { kind: 'company', id: tree.acme.id, name: 'Acme' },
      from: { text_color: '#000000' },
      to: { text_color: '#ffffff' },
    })
    expect((await entriesOf(tree.acme.id)).at(-1)).toMatchObject({
      action: 'branding.colorsChanged',
      actor_id: owner.id,
      actor_kind: 'agencyOwner',
      on_behalf_of: owner.id,
      target_kind: 'company',
      target_name: 'Acme',
      before: { text_color: '#000000' },
      after: { text_color: '#ffffff' },
      address: '192.0.2.7',
      source: 'server',
    })
  })

  test('masks secrets, truncates long values and drops characters that the database rejects', async () => {
    await record(tree.acme.owner, {
      action: 'setting.mailChanged',
      description: 'a\0b\ud800',
      to: { smtp_password: 'x', nested: { apiKey: 'x', port: 25 }, text: 'é'.repeat(9_000), odd: '\0\ud800' },
    })
    const { after, description } = (await entriesOf(tree.acme.id)).at(-1)!
    expect(description).toBe('ab\uFFFD')
    expect(after).toMatchObject({ smtp_password: '[not shown]', nested: { apiKey: '[not shown]', port: 25 } })
    expect(JSON.stringify(after).length).toBeLessThan(1_000)
  })

  test('is saved for callers who cannot read the log: sales staff, and requests from before sign-in', async () => {
    const before = (await entriesOf(tree.root.id)).length
    const answer = await http.as(tree.root.salesRep).call(saveUserLog, { body: { action: 'open' } })
    expect(answer.status).toBe(200)
    const { rootId, agencyId, clientId, id } = tree.acme.owner
    await inScope(db.appPool, { kind: 'none' }, async (tx) => {
      const call = { ...callOf(tree.acme.owner), caller: null }
      await recordActivity(tx, call, {
        action: 'account.registered',
        place: { rootId, agencyId, clientId },
        subjectId: id,
      })
      expect((await tx.query('select from activity')).rowCount).toBe(0)
    })
    expect((await entriesOf(tree.root.id)).length).toBe(before + 1)
    expect((await entriesOf(tree.acme.id)).at(-1)).toMatchObject({ action: 'account.registered', actor_id: null })
  })

  test('is rolled back with the change that it records', async () => {
    const before = (await entriesOf(tree.brightside.id)).length
    const failing = inScope(db.appPool, scopeOf(tree.brightside.owner), async (tx) => {
      await recordActivity(tx, callOf(tree.brightside.owner), { action: 'company.renamed' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await entriesOf(tree.brightside.id)).length).toBe(before)
  })
})

describe('the activity log', () => {
  test('keeps one chain per book, even with concurrent writers', async () => {
    const client = tree.acme.clients[0]!.user
    const writers = Array.from({ length: 20 }, (_, at) => [tree.acme.owner, client, tree.root.system][at % 3]!)
    const place = { rootId: tree.root.id, agencyId: tree.acme.id, clientId: client.clientId }
    await Promise.all(writers.map((user) => record(user, { action: 'campaign.updated', place })))
    await record(tree.root.system, { action: 'company.renamed' })
    const seqs = (await entriesOf(tree.acme.id)).map(({ seq }) => Number(seq))
    expect(seqs).toEqual(seqs.map((_, at) => at + 1))
    expect(await readProblems()).toEqual([])
  })

  test('hides other tenants’ entries', async () => {
    const count = async (user: TestUser): Promise<string[]> => {
      const text = 'select distinct book_id from activity order by book_id'
      return (await inScope(db.appPool, scopeOf(user), (tx) => tx.query<{ book_id: string }>(text))).rows.map(
        ({ book_id }) => book_id,
      )
    }
    await record(tree.brightside.owner, { action: 'company.renamed' })
    expect(await count(tree.acme.owner)).toEqual([tree.acme.id])
    expect(await count(tree.brightside.clients[0]!.user)).toEqual([])
    expect((await count(tree.root.system)).length).toBe(3)
    const place = { rootId: tree.root.id, agencyId: tree.brightside.id, clientId: null }
    await expect(record(tree.acme.owner, { action: 'company.renamed', place })).rejects.toThrow('row-level security')
  })

  test('is append-only for everyone', async () => {
    for (const text of ["update activity set action = 'company.x'", 'delete from activity', 'truncate activity']) {
      await expect(inScope(db.appPool, scopeOf(tree.root.system), (tx) => tx.query(text))).rejects.toThrow()
      await expect(db.adminPool.query(text)).rejects.toThrow('only ever added to')
    }
  })

  test('reveals entries that were changed, removed or truncated with the triggers disabled', async () => {
    expect(await readProblems()).toEqual([])
    const tamper = async (text: string): Promise<string[]> => {
      const client = await db.adminPool.connect()
      try {
        await client.query('begin; alter table activity disable trigger user')
        await client.query(`${text}; alter table activity enable trigger user; commit`)
      } finally {
        client.release()
      }
      return readProblems()
    }
    const { rows } = await db.adminPool.query('select * from activity where book_id = $1 and seq = 2', [tree.acme.id])
    const book = `book_id = '${tree.acme.id}'`
    expect(await tamper(`update activity set address = '198.51.100.1' where ${book} and seq = 2`)).toEqual([
      `log ${tree.acme.id}: entry 2 was changed, or one before it is missing`,
    ])
    expect(await tamper(`update activity set address = '${rows[0].address}' where ${book} and seq = 2`)).toEqual([])
    expect(
      await tamper(`delete from activity where ${book} and seq = (select max(seq) from activity where ${book})`),
    ).toEqual([`log ${tree.acme.id}: its last entries are missing`])
    expect((await tamper(`delete from activity where ${book} and seq = 3`))[0]).toContain('entry 4 was changed')
  })
})

describe('a change whose use case logs nothing', () => {
  test('is logged once from the operation’s declaration, with the fields sent; a read is not logged', async () => {
    const campaign = await makeCampaign(db, tree.acme.clients[0]!, { status: 'active' })
    const before = (await entriesOf(tree.acme.id)).length
    const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
    expect((await http.as(tree.acme.owner).call(createWebhook, { body })).status).toBe(200)
    const params = { companyID: tree.acme.id, type: 'client' }
    expect((await http.as(tree.acme.owner).call(listCompanies, { params })).status).toBe(200)
    expect((await entriesOf(tree.acme.id)).slice(before)).toMatchObject([
      {
        action: 'integration.createWebhook',
        target_kind: 'campaign',
        target_id: campaign.id,
        campaign_id: campaign.id,
        client_id: tree.acme.clients[0]!.id,
        after: { changed: ['leadspeek_api_id', 'url'] },
      },
    ])
  })
})

describe('an event that a browser reports (C037)', () => {
  test('is saved with the user and address that the server sees, and marked as coming from the browser', async () => {
    const { owner } = tree.brightside
    const body = {
      userID: owner.id,
      userIP: '203.0.113.9',
      action: 'Open report',
      desc: 'Opened\u202e the report\n<script>',
      target_userID: tree.brightside.clients[0]!.user.id,
    }
    expect((await http.as(owner).call(saveUserLog, { body })).status).toBe(200)
    expect((await entriesOf(tree.brightside.id)).at(-1)).toMatchObject({
      action: 'browser.openReport',
      actor_id: owner.id,
      subject_id: body.target_userID,
      client_id: tree.brightside.clients[0]!.id,
      description: 'Opened  the report <script>',
      source: 'browser',
      address: '127.0.0.1',
    })
  })

  test('is rejected when it is too long, and returns 404 for a user of another company', async () => {
    const body = { action: 'x', desc: 'x'.repeat(1_001) }
    const { status, body: answer } = await http.as(tree.acme.owner).call(saveUserLog, { body })
    expect([status, answer.field]).toEqual([422, 'desc'])
    for (const target_userID of [tree.brightside.owner.id, newId(1)]) {
      const log = { action: 'x', desc: '', target_userID }
      expect((await http.as(tree.acme.owner).call(saveUserLog, { body: log })).status).toBe(404)
    }
  })
})
