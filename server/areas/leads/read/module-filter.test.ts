import { beforeAll, expect, test } from 'vitest'
import { exportLeads, listLeads } from '#contract/leads/leads.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// moduleType filters leads like every other list (OQ-38).

const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  const client = tree.acme.clients[0]!
  const at_ms = Date.UTC(2026, 10, 18, 17)
  const [siteCampaign, searchCampaign] = [
    await makeCampaign(db, client),
    await makeCampaign(db, client, { module: 'locator' }),
  ]
  await insertLeads(db, tree.acme, [
    { client, campaign: siteCampaign, at_ms, firstName: 'Vera' },
    { client, campaign: searchCampaign, at_ms, firstName: 'Sid' },
  ])
})

test.each(['created_at', 'last_name'])(
  'leads sorted by %s, and their file, are those of the product',
  async (sortby) => {
    const ask = { params: { companyID: tree.acme.id, clientID: 'all', start: 'all', end: 'all' }, query: { sortby } }
    const owner = http.as(tree.acme.owner)
    const summary = async (moduleType: string) => {
      const { body } = await owner.call(listLeads, { ...ask, query: { ...ask.query, moduleType } })
      return [body.total, ...body.data.map((lead) => lead.first_name)]
    }
    expect([await summary('locator'), await summary('local'), await summary('b2b')]).toEqual([
      [1, 'Sid'],
      [1, 'Vera'],
      [0],
    ])
    expect((await summary('all'))[0]).toBe(2)
    const file = (await owner.call(exportLeads, { ...ask, query: { moduleType: 'locator' } })).raw.payload
    expect([file.includes('Sid'), file.includes('Vera')]).toEqual([true, false])
  },
)
