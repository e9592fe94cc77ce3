import { describe, expect, it } from 'vitest'
import { followCommissions, lockCommissionsOf, verifyCommissionBases } from '../../areas/billing/commissions.ts'
import { verifyDisputes } from '../../areas/billing/disputes/verify-disputes.ts'
import { verifyRefunds } from '../../areas/billing/refunds/verify-refunds.ts'
import { verifyCharges } from '../../areas/billing/verify-charges.ts'
import { stopCampaigns } from '../../areas/campaigns/status/stop-campaigns.ts'
import { verifyCommissions } from '../../areas/commissions/verify-commissions.ts'
import { findOwn } from '../../areas/payments/disputes/list-disputes.ts'
import { verifyPrepaid } from '../../areas/prepaid/verify-prepaid.ts'
import { followRetail } from '../../areas/pricing/follow-retail.ts'
import { repriceCampaigns } from '../../areas/pricing/reprice-campaigns.ts'
import { inScope } from '../../platform/database/scope.ts'
import type { Scope, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { openTestDatabase } from '../harness.ts'

// A statement that combines a coordinator table with a distributed one can crash a server process of Citus, and with it
// every connection (docs/runbooks/cluster.md). These do, or did: a cluster must plan and run each one.

const [rootId, agencyId, chargeId] = [newId(1), newId(2), newId(3)] as const
const agency: Scope = { kind: 'agency', rootId, agencyId }
const root: Scope = { kind: 'root', rootId }
const book = { rootId, agencyId }
const prices = [{ module: 'local', term: 'Weekly', kind: 'leadPrice', price_e4: 1_000 }] as const
const at = new Date(1_750_000_000_000)
const ofCharge = { root_id: rootId, agency_id: agencyId, charge_id: chargeId }

const db = await openTestDatabase()

describe('on a cluster', () => {
  it.each<[string, (tx: Tx) => Promise<string[]>]>([
    ['charges', (tx) => verifyCharges(tx, book)],
    ['refunds', (tx) => verifyRefunds(tx, book)],
    ['disputes', (tx) => verifyDisputes(tx, book)],
    ['commissions', (tx) => verifyCommissions(tx, book)],
    ['what commissions are of', (tx) => verifyCommissionBases(tx, book)],
    ['prepaid money', (tx) => verifyPrepaid(tx, book)],
    ['campaigns that are stopped', (tx) => stopCampaigns(tx, at.getTime(), book)],
  ])('the check of %s passes for an agency without any', async (_name, read) => {
    expect(await inScope(db.appPool, agency, read)).toEqual([])
  })

  it.each<[string, Scope, (tx: Tx) => Promise<void>]>([
    ['commissions of a charge are locked', agency, (tx) => lockCommissionsOf(tx, ofCharge)],
    ['commissions follow a charge', agency, (tx) => followCommissions(tx, at.getTime(), ofCharge)],
    ['campaigns follow an agency’s prices', agency, (tx) => followRetail(tx, { ...book, clientIds: null }, at)],
    ['campaigns follow all prices', root, (tx) => followRetail(tx, { rootId, agencyId: null, clientIds: null }, at)],
    ['an agency’s campaigns get new prices', agency, (tx) => repriceCampaigns(tx, book, prices)],
    ['all campaigns get new prices', root, (tx) => repriceCampaigns(tx, { rootId, agencyId: null }, prices)],
  ])('%s', async (_name, scope, write) => {
    await expect(inScope(db.appPool, scope, write)).resolves.toBeUndefined()
  })

  it('a dispute is looked up', async () => {
    const search = inScope(db.appPool, root, (tx) => findOwn(tx, { rootId, agencyId: null }, newId(4)))
    await expect(search).rejects.toMatchObject({ status: 422 })
  })
})
