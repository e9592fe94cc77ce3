import { expect, test } from 'vitest'
import { changeLeads, undoLeadChanges } from '#contract/leads/lead-bulk.ts'
import { setLeadStatus } from '#contract/leads/lead-work.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openLeadWork } from '#server/test/lead-work-stage.ts'

// Many leads are changed at once, and back (decision 232).

const stage = await openLeadWork()
const { clock, db, http, tree, client, leads, paramsOf, readLead, entriesOf, listIds } = stage
const { acme, brightside } = tree
const ofClient = { companyID: client.id }
const idsOf = (...places: number[]) => places.map((at) => leads[at]!.id)

const change = (body: object, user: TestUser = client.user, params = ofClient) =>
  http.as(user).call(changeLeads, {
    params,
    body: { clientID: 'all', campaign: leads[0]!.campaign.id, ...body } as never,
  })
const undo = (bulk_id: string | null, user: TestUser = client.user) =>
  http.as(user).call(undoLeadChanges, { params: ofClient, body: { bulk_id: bulk_id! } })

test('picked leads get a status, and each lead’s history tells it', async () => {
  const { body } = await change({ ids: idsOf(0, 1), change: { status: 'contacted' } })
  expect(body.data).toMatchObject({ changed: 2, skipped: 0 })
  expect(await listIds({ status: 'contacted' })).toEqual(idsOf(0, 1))
  expect(await entriesOf(client.user, leads[1])).toMatchObject([{ kind: 'status', from: 'new', to: 'contacted' }])
  const again = await change({ ids: idsOf(0, 2), change: { status: 'contacted' } })
  expect(again.body.data).toMatchObject({ changed: 1, skipped: 1 })
})

test('all of the filter but some are selected by the server', async () => {
  await http.as(client.user).call(setLeadStatus, { params: paramsOf(leads[2]), body: { status: 'won' } })
  const { body } = await change({ status: 'new', except: idsOf(0), change: { assignee_id: client.user.id } })
  expect(body.data).toMatchObject({ changed: 1, skipped: 0 })
  expect(await listIds({ assignee: client.user.id })).toEqual(idsOf(1))
})

test('one undo gives back what leads had, and skips those that were changed since', async () => {
  const { body } = await change({ ids: idsOf(0, 1, 2), change: { status: 'lost' } })
  await http.as(client.user).call(setLeadStatus, { params: paramsOf(leads[1]), body: { status: 'won' } })
  expect(await undo(body.data.bulk_id, acme.owner)).toMatchObject({ status: 409 })
  expect((await undo(body.data.bulk_id)).body.data).toEqual({ changed: 2, skipped: 1 })
  expect(await listIds({ status: 'new' })).toEqual(idsOf(0, 2))
  expect((await readLead(client.user, leads[1])).status).toBe('won')
  expect((await undo(body.data.bulk_id)).status).toBe(409)
})

test('an undo ends after 30 seconds', async () => {
  const { body } = await change({ ids: idsOf(0), change: { tag: 'Hot' } })
  clock.advance(30_000)
  expect((await undo(body.data.bulk_id)).status).toBe(409)
  expect((await readLead()).tags).toEqual(['Hot'])
})

test('a tag is added beside others, and an undo removes only that', async () => {
  await change({ ids: idsOf(0), change: { tag: 'Roof' } })
  const { body } = await change({ change: { tag: 'hot!' } })
  expect((await readLead()).tags).toEqual(['Roof', 'hot!'])
  expect((await undo(body.data.bulk_id)).body.data).toEqual({ changed: 3, skipped: 0 })
  expect((await readLead()).tags).toEqual(['Roof'])
  const { rows } = await db.adminPool.query<{ entry: string }>(
    `select a::text as entry from activity a where action like 'lead.leadsChanged%'`,
  )
  expect(rows.filter(({ entry }) => entry.includes('hot!'))).toEqual([])
})

test('what cannot be set changes nothing, and nobody reaches others’ leads', async () => {
  expect(await change({ change: { status: 'nonsense' } })).toMatchObject({ status: 422, body: { field: 'status' } })
  const foreign = brightside.owner.id
  expect(await change({ change: { assignee_id: foreign } })).toMatchObject({ body: { field: 'assignee_id' } })
  expect((await change({ change: { status: 'won' } }, acme.clients[1]!.user)).status).toBe(404)
  expect((await change({ change: { status: 'won' } }, tree.root.system)).status).toBe(403)
  const theirs = await change({ campaign: 'all', ids: idsOf(0), change: { status: 'won' } }, brightside.owner, {
    companyID: brightside.id,
  })
  expect(theirs.body.data).toEqual({ bulk_id: null, changed: 0, skipped: 0 })
  expect((await readLead()).status).toBe('new')
})

test('an agency changes leads of several clients at once', async () => {
  const params = { companyID: acme.id }
  const { body } = await change({ change: { assignee_id: acme.admin.id } }, acme.owner, params)
  expect(body.data).toMatchObject({ changed: 3 })
  expect(await change({ campaign: 'all', change: { assignee_id: client.user.id } }, acme.owner, params)).toMatchObject({
    status: 200,
  })
})
