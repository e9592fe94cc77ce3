import { expect, test } from 'vitest'
import { changeLead, listLeadTags } from '#contract/leads/lead-changes.ts'
import type { TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { openLeadWork } from '#server/test/lead-work-stage.ts'

const stage = await openLeadWork()
const { clock, db, http, tree, client, leads, paramsOf, readLead, entriesOf, listIds } = stage
const { acme } = tree
const otherClient = acme.clients[1]!

const tag = (tags: string[], user: TestUser = client.user, lead = leads[0]!) =>
  http.as(user).call(changeLead, { params: paramsOf(lead), body: { tags } })
const namesFor = async (user: TestUser, companyID: string) =>
  (await http.as(user).call(listLeadTags, { params: { companyID, clientID: 'all' } })).body.data

test('tags are created on the fly, spelled as before, and told in the history', async () => {
  expect((await tag(['Urgent', 'Roof'])).status).toBe(200)
  expect((await tag(['urgent'], client.user, leads[1])).status).toBe(200)
  expect((await readLead()).tags).toEqual(['Roof', 'Urgent'])
  expect((await readLead(client.user, leads[1])).tags).toEqual(['Urgent'])
  expect(await namesFor(client.user, client.id)).toEqual(['Roof', 'Urgent'])
  clock.advance(1)
  await tag([])
  expect(await entriesOf()).toMatchObject([
    { kind: 'tags', text: '', from: '2', to: '0' },
    { kind: 'tags', text: 'Roof, Urgent', from: '0', to: '2' },
  ])
  expect(await namesFor(client.user, client.id)).toEqual(['Urgent'])
})

test('a tag filters the list', async () => {
  await tag(['Call'])
  expect(await listIds({ tag: 'Call' })).toEqual([leads[0]!.id])
  expect(await listIds({ tag: 'Cal' })).toEqual([])
  expect(await listIds({ tag: '' })).toHaveLength(3)
})

test('a client is offered its own leads’ tags, its agency those of all clients', async () => {
  const campaign = await makeCampaign(db, otherClient)
  const [theirs] = await insertLeads(db, acme, [{ client: otherClient, campaign, at_ms: clock.now() }])
  expect((await tag(['Theirs'], otherClient.user, theirs)).status).toBe(200)
  await tag(['Ours'])
  expect(await namesFor(otherClient.user, otherClient.id)).toEqual(['Theirs'])
  expect(await namesFor(client.user, client.id)).not.toContain('Theirs')
  expect(await namesFor(acme.owner, acme.id)).toEqual(expect.arrayContaining(['Ours', 'Theirs']))
})

test('a lead has 20 tags of 40 characters at most, and a client’s leads 200 different ones', async () => {
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `Tag ${from + n}`)
  for (const tags of [many(21), ['x'.repeat(41)], ['a,b'], [' '], ['a\nb']]) expect((await tag(tags)).status).toBe(422)
  expect((await tag(many(20))).status).toBe(200)
  await db.adminPool.query(
    `insert into lead_tag (agency_id, tag, lead_id, root_id, client_id)
     select $1, 'More ' || n, $2, $3, $4 from generate_series(1, 200) n`,
    [acme.id, leads[2]!.id, acme.owner.rootId, client.id],
  )
  expect(await tag(['One too many'])).toMatchObject({ status: 422, body: { field: 'tags' } })
  expect((await tag(['More 7'])).status).toBe(200)
  await db.adminPool.query('delete from lead_tag')
})

test('a lead whose person was erased takes no more tags', async () => {
  await db.adminPool.query('update campaign set leads_erased_at = now() where id = $1', [leads[0]!.campaign.id])
  expect((await tag(['Late'])).status).toBe(409)
})
