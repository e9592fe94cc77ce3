import { beforeEach, expect, test } from 'vitest'
import {
  assignInboxItems,
  countInbox,
  listInbox,
  listInboxColleagues,
  settleInboxItems,
} from '#contract/inbox/inbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// The operator's inbox is about agencies as an agency's is about clients.

const noon_ms = Date.UTC(2026, 10, 20, 17)
const { db, http, tree } = await openTree({ clock: createStillClock(noon_ms) })
const { root, acme } = tree
beforeEach(async () => {
  for (const table of ['inbox_state', 'share_claim', 'burst_void', 'apart_hold'])
    await db.adminPool.query(`delete from ${table}`)
})
const at = (hours: number): Date => new Date(noon_ms + hours * 3_600_000)

const claim = (hours: number, state = 'waiting'): Promise<unknown> =>
  db.adminPool.query(
    `insert into share_claim (agency_id, id, root_id, source, cause_id, amount_e4, month, state, excess, claimed_at)
     values ($1, $2, $3, 'return', $2, 5000, '2026-11-01', $4, 'share', $5)`,
    [acme.id, newId(noon_ms), root.id, state, at(hours)],
  )
const report = async (hours: number): Promise<void> => {
  const campaign = await makeCampaign(db, acme.clients[0]!)
  await db.adminPool.query(
    `insert into burst_void (agency_id, id, root_id, client_id, campaign_id, which, held_at, burst_from, asked_at, asked_by)
     values ($1, $2, $3, $4, $5, 'apart', $6, $6, $6, $7)`,
    [acme.id, newId(noon_ms), root.id, acme.clients[0]!.id, campaign.id, at(hours), acme.owner.id],
  )
}
const list = async (user: TestUser = root.system, companyID = root.id, query: Record<string, string> = {}) =>
  (await http.as(user).call(listInbox, { params: { companyID }, query })).body.data
const settle = async () =>
  http.as(root.system).call(settleInboxItems, {
    body: {
      companyID: root.id,
      is_done: 'T',
      items: (await list()).map(({ kind, subject_id, mark }) => ({ kind, subject_id, mark })) as never,
    },
  })

test('lists claims that wait and reported bursts, one line for each agency', async () => {
  await claim(-5)
  await claim(-4)
  await claim(-6, 'within')
  await report(-3)
  const of = { company_id: acme.id, company_name: 'Acme', leadspeek_api_id: null }
  expect(await list()).toMatchObject([
    { ...of, kind: 'bursts_reported', count: 1, since: at(-3).toISOString() },
    { ...of, kind: 'shares_claimed', count: 2, since: at(-5).toISOString() },
  ])
  expect((await http.as(root.system).call(countInbox, { params: { companyID: root.id } })).body.open).toBe(2)
  expect(await list(acme.owner, acme.id)).toEqual([])
  expect((await http.as(acme.owner).call(listInbox, { params: { companyID: root.id }, query: {} })).status).toBe(404)
})

test('a line marked done comes back with the next claim, and can be given to one of the operator’s people', async () => {
  await claim(-5)
  expect((await settle()).body.data).toEqual({ changed: 1 })
  expect(await list()).toEqual([])
  await claim(-1)
  const [line] = await list()
  expect(line).toMatchObject({ count: 2 })
  const params = { companyID: root.id }
  const { data } = (await http.as(root.system).call(listInboxColleagues, { params })).body
  expect(data.map(({ id }) => id)).toContain(root.system.id)
  expect(data.map(({ id }) => id)).not.toContain(acme.owner.id)
  const items = [{ kind: line!.kind, subject_id: line!.subject_id, mark: line!.mark }] as never
  const assign = (assignee_id: string) =>
    http.as(root.system).call(assignInboxItems, { body: { companyID: root.id, items, assignee_id } })
  expect((await assign(acme.owner.id)).status).toBe(422)
  expect((await assign(root.system.id)).status).toBe(200)
  expect(await list(root.system, root.id, { assigned: 'me' })).toMatchObject([{ assignee: { id: root.system.id } }])
  expect(await list(root.system, root.id, { assigned: 'nobody' })).toEqual([])
})

test('an agency is told of leads held apart, with their campaign and how many look forged', async () => {
  const client = acme.clients[0]!
  const campaign = await makeCampaign(db, client, { name: 'Shop' })
  await db.adminPool.query(
    `insert into apart_hold (agency_id, campaign_id, root_id, client_id, burst_from, held_at, suspicion)
     values ($1, $2, $3, $4, $5, $6, 50)`,
    [acme.id, campaign.id, root.id, client.id, at(-2), at(-1)],
  )
  expect(await list(acme.owner, acme.id)).toMatchObject([
    { kind: 'leads_apart', leadspeek_api_id: campaign.id, campaignName: 'Shop', count: 0, since: at(-1).toISOString() },
  ])
  const leads = [-3, -1.5, -1.2].map((hours) => ({ client, campaign, at_ms: at(hours).getTime() }))
  await insertLeads(db, acme, leads)
  await db.adminPool.query('update lead set suspicion = 2 where campaign_id = $1', [campaign.id])
  expect((await list(acme.owner, acme.id)).find(({ kind }) => kind === 'leads_apart')).toMatchObject({ count: 2 })
  await db.adminPool.query('update apart_hold set released_at = $1', [at(0)])
  expect((await list(acme.owner, acme.id)).map(({ kind }) => kind)).not.toContain('leads_apart')
})
