import { beforeAll, expect, test } from 'vitest'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listDeliveries } from '#contract/integrations/deliveries.ts'
import { exportLeads, listLeads } from '#contract/leads/leads.ts'
import { listVisits, summarizeVisits } from '#contract/leads/visits.ts'
import { placeInGroup, saveCompanyGroup } from '#contract/companies/groups.ts'
import { noLimits } from '#server/test/app.ts'
import { makeDestination } from '#server/test/deliveries-world.ts'
import { makeCampaign, type TestCampaign } from '#server/test/factories.ts'
import { insertLeads, insertVisits } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { newId } from '#server/platform/ids.ts'

// The group selector (D1§2.4, R058): every list that supports client groups is filtered on the server.

let group: string
const at_ms = Date.UTC(2026, 10, 18, 17)
const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  const { acme } = tree
  const [one, two] = acme.clients
  const campaigns = [await makeCampaign(db, one!, { name: 'A' }), await makeCampaign(db, two!, { name: 'B' })]
  const places = acme.clients.map((client, n) => ({ client, campaign: campaigns[n]! as TestCampaign, at_ms }))
  const leads = await insertLeads(
    db,
    acme,
    places.map((of, n) => ({ ...of, firstName: `Of ${n}` })),
  )
  await insertVisits(
    db,
    acme,
    places.map((of) => ({ ...of, reason: 'no_match' as const })),
  )
  for (const [n, { id }] of leads.entries()) {
    const path = {
      rootId: tree.root.id,
      agencyId: acme.id,
      clientId: acme.clients[n]!.id,
      campaignId: campaigns[n]!.id,
    }
    const destination = await makeDestination(db.adminPool, path, 'https://hooks.test/')
    await db.adminPool.query(
      `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, created_at, next_attempt_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'waiting', now(), now())`,
      [acme.id, newId(at_ms), tree.root.id, path.clientId, path.campaignId, id, destination],
    )
  }
  const answer = await http.as(acme.owner).call(saveCompanyGroup, {
    body: { companyGroupName: 'First', companyID: acme.id },
  })
  group = answer.body.data.companyGroupID
  const placement = await http
    .as(acme.owner)
    .call(placeInGroup, { body: { companyGroupID: group, companyID: one!.id } as never })
  expect(placement.status).toBe(200)
})

const of = (companyGroupID: string) => {
  const owner = http.as(tree.acme.owner)
  const params = { companyID: tree.acme.id, clientID: 'all', start: 'all', end: 'all' }
  const query = { companyGroupID }
  return { owner, params, query, company: { companyID: tree.acme.id, clientID: 'all' } }
}

test.each(['created_at', 'last_name'])('a client group filters leads, sorted by %s, and their file', async (sortby) => {
  const { owner, params, query } = of(group)
  const { body } = await owner.call(listLeads, { params, query: { ...query, sortby, order: 'asc' } })
  expect([body.total, body.data.map((lead) => lead.first_name)]).toEqual([1, ['Of 0']])
  const all = await owner.call(listLeads, { params, query: { companyGroupID: 'all' } })
  expect(all.body.total).toBe(2)
  const file = (await owner.call(exportLeads, { params, query })).raw.payload
  expect([file.includes('Of 0'), file.includes('Of 1')]).toEqual([true, false])
})

test('a client group filters visits and their summary', async () => {
  const { owner, params, query } = of(group)
  const visits = await owner.call(listVisits, { params, query })
  expect(visits.body.data.map((visit) => visit.campaignName)).toEqual(['A'])
  expect((await owner.call(summarizeVisits, { params, query })).body.total).toBe(1)
  expect((await owner.call(summarizeVisits, { params })).body.total).toBe(2)
})

test('a client group filters deliveries and campaigns', async () => {
  const { owner, company, query } = of(group)
  for (const status of ['all', 'waiting']) {
    const { body } = await owner.call(listDeliveries, { params: company, query: { ...query, status } })
    expect(body.data.map((delivery) => delivery.lead_name?.slice(0, 4))).toEqual(['Of 0'])
  }
  const campaigns = await owner.call(listCampaigns, { params: { ...company, group } })
  expect(campaigns.body.data.map(({ campaignName }) => campaignName)).toEqual(['A'])
})

test('a client group of another agency shows nothing', async () => {
  const params = { companyID: tree.brightside.id, clientID: 'all', start: 'all', end: 'all' }
  const { body } = await http.as(tree.brightside.owner).call(listLeads, { params, query: { companyGroupID: group } })
  expect(body.total).toBe(0)
})
