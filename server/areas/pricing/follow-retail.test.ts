import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Module } from '#contract/campaigns/modules.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { costKindsOf, isLeadPrice, type LeadPriceKind } from '#contract/pricing/cost.ts'
import { inScope, readAsRoot } from '#server/platform/database/scope.ts'
import { makeCampaign, makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { saveBounds } from './bounds.ts'
import { priceOf, readCostSetup } from './cost.ts'
import { followRetail } from './follow-retail.ts'
import { insertPrices } from './prices.ts'
import { readRetailSetup, retailPriceOf } from './retail.ts'
import { standardPrice } from './standard-prices.ts'

// The lead price shown on a page is the price that the campaign is charged, wherever prices were set.

let db: TestDatabase
let tree: TestTree
let campaigns: { id: string; module: Module; kind: LeadPriceKind }[]
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  campaigns = []
  for (const module of modules)
    for (const kind of costKindsOf(module).filter(isLeadPrice)) {
      const { id } = await makeCampaign(db, client(), { module })
      await db.adminPool.query('update campaign set follows_retail_cost = true, sells_advanced = $2 where id = $1', [
        id,
        kind === 'advancedLeadPrice',
      ])
      campaigns.push({ id, module, kind })
    }
})
afterAll(() => db.drop())

const client = () => tree.acme.clients[0]!
const term = 'Weekly'
const book = () => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const of = (companyId: 'own' | 'all') => ({ ...book(), clientId: companyId === 'own' ? client().id : null })

/** In 1/10,000 dollar: unset, the standard prices, values next to them, and values far away. */
const price = fc.oneof(
  fc.constantFrom(null, 0, 1, 4_999, 5_000, 5_001, 15_000, 15_001, 29_999, 30_000, 50_000, 1_234_567),
  fc.integer({ min: 0, max: 60_000 }),
)
const pair = fc.record({ leadPrice: price, advancedLeadPrice: price, max_e4: price })
type Pair = typeof pair extends fc.Arbitrary<infer One> ? One : never
const facts = fc.record({
  module: fc.constantFrom(...modules),
  own: pair,
  all: pair,
  wholesale: fc.record({ leadPrice: price, advancedLeadPrice: price }),
})

async function set(module: Module, place: 'own' | 'all', { max_e4, ...prices }: Pair): Promise<void> {
  const by = { userId: tree.acme.owner.id, at: new Date(0) }
  await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
    const where = { ...of(place), module, term } as const
    await insertPrices(tx, 'retail_cost', where, { platformFee: null, monthlyMinimum: null, ...prices }, by)
    await saveBounds(tx, of(place), { module, term }, { max_e4, limit: null })
  })
}
async function setWholesale(module: Module, prices: Pick<Pair, 'leadPrice' | 'advancedLeadPrice'>): Promise<void> {
  const by = { userId: tree.root.system.id, at: new Date(0) }
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, async (tx) => {
    const where = { ...of('all'), module, term } as const
    await insertPrices(tx, 'cost_setup', where, { platformFee: null, monthlyMinimum: null, ...prices }, by)
    const setup = await readCostSetup(tx, tree.root.id, tree.acme.id)
    for (const one of campaigns)
      await tx.query('update campaign set wholesale_price_e4 = $3 where agency_id = $1 and id = $2', [
        tree.acme.id,
        one.id,
        priceOf(setup, one.module, term, one.kind),
      ])
  })
}

test(
  'for any prices and limits set by agency and operator, campaigns cost what the price page says, to 1/10,000 dollar',
  async () => {
    await fc.assert(
      fc.asyncProperty(facts, async ({ module, own, all, wholesale }) => {
        await set(module, 'own', own)
        await set(module, 'all', all)
        await setWholesale(module, wholesale)
        const prices = await inScope(db.appPool, { kind: 'agency', ...book() }, async (tx) => {
          await followRetail(tx, { ...book(), clientIds: null }, new Date(1))
          const costs = await readAsRoot(tx, tree.root.id, () => readCostSetup(tx, tree.root.id, tree.acme.id))
          const setup = await readRetailSetup(tx, of('own'), costs)
          return campaigns.map((one) => [one.id, retailPriceOf(setup, one.module, term, one.kind)])
        })
        const { rows } = await db.adminPool.query<{ id: string; retail: number; floor: number }>(
          'select id, retail_price_e4 as retail, wholesale_price_e4 as floor from campaign where agency_id = $1',
          [tree.acme.id],
        )
        const chargedPrices = new Map(rows.map(({ id, retail }) => [id, retail]))
        expect(campaigns.map(({ id }) => [id, chargedPrices.get(id)])).toEqual(prices)
        // Both equal the rules, written out here in one line each.
        for (const { id, kind } of campaigns.filter((one) => one.module === module)) {
          const price = own[kind] ?? all[kind] ?? standardPrice(module, kind, 'retail_e4')
          const most = own.max_e4 ?? all.max_e4 ?? 0
          const floor = rows.find((row) => row.id === id)!.floor
          expect(chargedPrices.get(id)).toBe(Math.max(most === 0 ? price : Math.min(price, most), floor))
        }
      }),
      { numRuns: sampleOf(40, 1_000) },
    )
  },
  sampleOf(60_000, 600_000),
)
