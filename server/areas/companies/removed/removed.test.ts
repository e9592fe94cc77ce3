import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { exportRemoved, listRemoved, removedParts, type RemovedPart } from '#contract/companies/removed.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 10, 20, 12)
const clock = createStillClock(start_ms)
const { db, http, tree } = await openTree({ clock, limiter: noLimits })

const remove = async (by: TestUser, user: TestUser): Promise<void> => {
  const params = { companyID: user.companyId, userID: user.id }
  expect((await http.as(by).call(removeUser, { params } as never)).status).toBe(200)
  clock.advance(5_001)
}
const listAnswer = async (user: TestUser, query = {}) => http.as(user).call(listRemoved, { query })
const ask = (user: TestUser, companyID: string, part: RemovedPart) =>
  http.as(user).call(exportRemoved, { params: { companyID, part } })
const rowsOf = async (user: TestUser, companyID: string, part: RemovedPart): Promise<Record<string, string>[]> => {
  const answer = await ask(user, companyID, part)
  expect(answer.status).toBe(200)
  return parse(answer.raw.payload, { bom: true, columns: true }) as Record<string, string>[]
}

describe('a removed client', () => {
  test('is listed to its agency with the date of its erasure, and to no one else', async () => {
    const [client, otherClient] = tree.acme.clients as [(typeof tree.acme.clients)[0], (typeof tree.acme.clients)[0]]
    const campaigns = [
      await makeCampaign(db, client!, { status: 'stop', name: '=Evil' }),
      await makeCampaign(db, otherClient!),
    ]
    await insertLeads(db, tree.acme, [
      ...Array.from({ length: 1_003 }, (_, n) => ({
        client: client!,
        campaign: campaigns[0]!,
        at_ms: start_ms - (n % 7) * 1_000,
        lastName: `L${n}`,
      })),
      { client: otherClient!, campaign: campaigns[1]!, at_ms: start_ms, lastName: 'Other' },
    ])
    await remove(tree.acme.owner, client!.user)
    const { body } = await listAnswer(tree.acme.owner)
    expect(body).toMatchObject({
      total: 1,
      data: [
        {
          company_id: client!.id,
          company_name: 'Plumbright',
          user_type: 'client',
          removed_at: new Date(start_ms).toISOString(),
          erased_at: new Date(start_ms + 30 * day_ms).toISOString(),
        },
      ],
    })
    for (const user of [tree.brightside.owner, tree.root.system, tree.other.system])
      expect((await listAnswer(user)).body.data).toEqual([])
    for (const user of [tree.acme.bareAdmin, otherClient!.user, tree.root.salesRep])
      expect((await listAnswer(user)).status).toBe(403)
  })

  test('can be exported in full: every lead once, no formulas, nothing of other clients', async () => {
    const client = tree.acme.clients[0]!
    const leads = await rowsOf(tree.acme.owner, client.id, 'leads')
    expect([leads.length, new Set(leads.map((row) => row['last_name'])).size]).toEqual([1_003, 1_003])
    expect(leads[0]).toMatchObject({ client: 'Plumbright', campaign: `'=Evil`, retail_price_e4: '15000', state: 'FL' })
    expect(leads.map((row) => row['last_name'])).not.toContain('Other')
    expect((await rowsOf(tree.acme.owner, client.id, 'campaigns')).map((row) => row['name'])).toEqual([`'=Evil`])
    expect((await rowsOf(tree.acme.owner, client.id, 'clients')).map((row) => row['name'])).toEqual(['Plumbright'])
    expect((await rowsOf(tree.acme.owner, client.id, 'people')).map((row) => row['email'])).toEqual([client.user.email])
    const log = await rowsOf(tree.acme.owner, client.id, 'log')
    expect(log[0]).toMatchObject({ action: 'Removed', company_name: 'Plumbright' })
    for (const part of ['charges', 'transfers'] as const)
      expect(await rowsOf(tree.acme.owner, client.id, part)).toEqual([])
  })

  test('looks absent to everyone else, like a company that is not removed', async () => {
    const client = tree.acme.clients[0]!
    for (const part of removedParts) {
      expect((await ask(tree.brightside.owner, client.id, part)).status).toBe(404)
      expect((await ask(tree.other.system, client.id, part)).status).toBe(404)
      expect((await ask(tree.acme.bareAdmin, client.id, part)).status).toBe(403)
      expect((await ask(tree.acme.owner, tree.acme.clients[1]!.id, part)).status).toBe(404)
      expect((await ask(tree.acme.owner, tree.acme.id, part)).status).toBe(404)
    }
  })

  test('is exported once per ticket, and the log records who requested which file', async () => {
    const client = tree.acme.clients[0]!
    const path = `/api/configuration/user/removed-export/${client.id}/leads`
    const { body } = await http.as(tree.acme.owner).call(makeDownloadTicket, { body: { path } })
    const get = () => http.anonymous(tree.acme.host).inject({ method: 'GET', url: `${path}?ticket=${body.ticket}` })
    const first = await get()
    expect([first.statusCode, first.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('filename="removed-leads-2026-11-20.csv"'),
    ])
    expect((await get()).statusCode).toBe(401)
    const { rows } = await db.adminPool.query(
      `select actor_id, after from activity where action = 'data.downloadAsked' order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ actor_id: tree.acme.owner.id, after: { path } }])
  })

  test('is no longer listed once it is restored or its 30 days have passed', async () => {
    const client = tree.acme.clients[0]!
    expect(
      (await http.as(tree.acme.owner).call(restoreCompany, { body: { companyID: client.id } } as never)).status,
    ).toBe(200)
    expect((await listAnswer(tree.acme.owner)).body.total).toBe(0)
    await remove(tree.acme.owner, client.user)
    clock.advance(30 * day_ms)
    http.forget()
    expect((await listAnswer(tree.acme.owner)).body.total).toBe(0)
    expect((await ask(tree.acme.owner, client.id, 'leads')).status).toBe(404)
  })
})

test('a removed agency is exported by the operator, with its clients and people', async () => {
  await remove(tree.root.system, tree.brightside.owner)
  expect((await listAnswer(tree.root.system)).body.data.map((row) => [row.company_name, row.user_type])).toEqual([
    ['Brightside', 'userdownline'],
  ])
  const names = (rows: Record<string, string>[]) => rows.map((row) => row['name']).toSorted()
  expect(names(await rowsOf(tree.root.system, tree.brightside.id, 'clients'))).toEqual(['Solstice'])
  expect((await rowsOf(tree.root.system, tree.brightside.id, 'people')).map((row) => row['email'])).toContain(
    tree.brightside.owner.email,
  )
  expect((await rowsOf(tree.root.system, tree.brightside.id, 'log'))[0]).toMatchObject({ action: 'Removed' })
})
