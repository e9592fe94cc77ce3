import { afterAll, beforeEach, expect, test } from 'vitest'
import { saveSetting } from '#contract/settings/settings.ts'
import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { updateUser } from '#contract/companies/users.ts'
import { setRetailCost } from '#contract/pricing/retail.ts'
import { toSelectedTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { noLimits, type TestApp } from '#server/test/app.ts'
import type { TestClient, TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'

// A campaign's prices are those of its client's first payment term: changing the term changes the price.

let db: TestDatabase
let http: TestApp
let tree: TestTree
const closers: (() => Promise<void>)[] = []
beforeEach(async () => {
  const { close, ...opening } = await startTree({ limiter: noLimits })
  ;({ db, http, tree } = opening)
  closers.push(close)
  // Weekly costs the agency 0.50 and its clients 1.50, monthly 0.75 and 2.25.
  const { acme, root } = tree
  const Monthly = { LeadspeekCostperlead: 0.75 }
  await http.as(root.system).call(saveSetting, { body: { companyID: acme.id, settingname: 'costagency', Monthly } })
  const costs = [{ ModuleName: 'local' as const, PaymentTerm: 'Monthly' as const, CostSet: 2.25 }]
  await http.as(acme.owner).call(setRetailCost, { body: { companyID: acme.id, costs } })
})
afterAll(async () => {
  for (const close of closers) await close()
})

const create = async (client: TestClient, fields: object = {}): Promise<string> => {
  const body = { companyID: client.id, leadspeekType: 'local' as const, campaignName: 'Made', ...fields }
  const { data } = (await http.as(tree.acme.owner).call(createCampaign, { body })).body
  return data.leadspeek_api_id
}
const pricesOf = async (id: string): Promise<number[]> => {
  const text = 'select wholesale_price_e4 as wholesale, retail_price_e4 as retail from campaign where id = $1'
  const { rows } = await db.adminPool.query<{ wholesale: string; retail: string }>(text, [id])
  return [Number(rows[0]!.wholesale) / 10_000, Number(rows[0]!.retail) / 10_000]
}
const formOf = (terms: PaymentTerm[]) => ({ ClientFullName: 'Nova Lane', selectedterms: toSelectedTerms(terms) })
const setClient = async (client: TestClient, terms: PaymentTerm[]): Promise<number> => {
  const { id, name, user } = client
  const body = {
    companyID: id,
    ClientID: user.id,
    userType: 'client' as const,
    ClientCompanyName: name,
    ClientEmail: user.email,
  }
  return (await http.as(tree.acme.owner).call(updateUser, { body: { ...body, ...formOf(terms) } })).status
}
const setAgency = async (terms: PaymentTerm[]): Promise<number> => {
  const { id, name, owner } = tree.acme
  const agencyFields = { ClientPhone: '+1 212 555 0123', DownlineSubDomain: 'acme' }
  const body = {
    companyID: id,
    ClientID: owner.id,
    userType: 'userdownline' as const,
    ClientCompanyName: name,
    ClientEmail: owner.email,
  }
  return (await http.as(tree.root.system).call(updateUser, { body: { ...body, ...agencyFields, ...formOf(terms) } }))
    .status
}

test('a client with a new first payment term pays its prices for leads from then on', async () => {
  const [one, otherClient] = tree.acme.clients
  const ids = [await create(one!), await create(one!, { CostSet: 4 }), await create(otherClient!)]
  expect(await Promise.all(ids.map(pricesOf))).toEqual([
    [0.5, 1.5],
    [0.5, 4],
    [0.5, 1.5],
  ])
  expect(await setClient(one!, ['Monthly', 'Prepaid'])).toBe(200)
  expect(await Promise.all(ids.map(pricesOf))).toEqual([
    [0.75, 2.25],
    [0.75, 4],
    [0.5, 1.5],
  ])
  // The first term stays the same, so no price changes.
  await db.adminPool.query('update campaign set wholesale_price_e4 = 1 where id = $1', [ids[0]])
  expect(await setClient(one!, ['Monthly'])).toBe(200)
  expect(await pricesOf(ids[0]!)).toEqual([0.0001, 2.25])
})

test('so do its campaigns that sell advanced leads, with the advanced prices', async () => {
  const { acme, root } = tree
  const Monthly = { LeadspeekCostperleadAdvanced: 1.25 }
  await http.as(root.system).call(saveSetting, { body: { companyID: acme.id, settingname: 'costagency', Monthly } })
  const costs = [{ ModuleName: 'local' as const, PaymentTerm: 'Monthly' as const, CostSetAdvanced: 5 }]
  await http.as(acme.owner).call(setRetailCost, { body: { companyID: acme.id, costs } })
  const [one] = acme.clients
  const ids = [await create(one!), await create(one!, { campaign_information_type: 'enhance' })]
  expect(await setClient(one!, ['Monthly'])).toBe(200)
  expect(await Promise.all(ids.map(pricesOf))).toEqual([
    [0.75, 2.25],
    [1.25, 5],
  ])
})

test('so do the clients of an agency that loses their first term', async () => {
  const [one, otherClient] = tree.acme.clients
  const ids = [await create(one!), await create(otherClient!)]
  expect(await setClient(otherClient!, ['Weekly'])).toBe(200)
  expect(await setAgency(['Monthly', 'OneTime'])).toBe(200)
  expect(await Promise.all(ids.map(pricesOf))).toEqual([
    [0.75, 2.25],
    [0.75, 2.25],
  ])
})
