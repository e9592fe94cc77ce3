import { expect, test } from 'vitest'
import { removeUser } from '#contract/companies/users.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeAgency, makeCampaign } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { buyPrepaid, payFromBalance } from '#server/test/prepaid.ts'

const { db, http, tree } = await openTree()

test('removing a company is rejected while money paid in advance is left, with what to do', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Rich', ['Richer'])
  const [client] = agency.clients
  const pay = (kind: string, clientId: string | null) =>
    db.adminPool.query(
      `insert into ledger_account (agency_id, id, root_id, client_id, kind, balance_e4, created_at)
       values ($1, gen_random_uuid(), $2, $3, $4, 250000, now())`,
      [agency.id, tree.root.id, clientId, kind],
    )
  const remove = async (companyID: string, userID: string) =>
    (await http.as(tree.root.system).call(removeUser, { params: { companyID, userID } })).body
  await pay('client_prepaid', client!.id)
  const inCampaigns = 'There is still money for prepaid leads. Refund it in the campaigns first.'
  expect(await remove(client!.id, client!.user.id)).toMatchObject({ message: inCampaigns })
  expect(await remove(agency.id, agency.owner.id)).toMatchObject({ message: inCampaigns })
  await pay('wallet', null)
  expect(await remove(agency.id, agency.owner.id)).toMatchObject({
    message: 'There is still money in the Data Wallet. Remove this agency once leads have used it or it has expired.',
  })
  await db.adminPool.query('update ledger_account set balance_e4 = 0 where agency_id = $1', [agency.id])
  expect(await remove(agency.id, agency.owner.id)).toMatchObject({ result: 'success' })
})

test('less than a cent keeps nobody from being removed, and is written off', async () => {
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Leftover', ['Crumb'])
  const client = agency.clients[0]!
  const book = { rootId: tree.root.id, agencyId: agency.id }
  const at_ms = Date.UTC(2026, 10, 20, 12)
  for (let count = 0; count < 3; count += 1) {
    const { id } = await makeCampaign(db, client, { status: 'pause' })
    await buyPrepaid(db, book, { amount_cents: 100, at_ms, balance: { id, clientId: client.id }, leadsToBuy: 1 })
    await payFromBalance(db, book, at_ms + count, { balanceId: id, amount_e4: 9_940, leads: 1 })
    // As if leads had cost this, and more than half a cent more.
    const negativeBalance = `update ledger_account set balance_e4 = -60 where agency_id = $1 and kind = 'client_receivable'`
    await db.adminPool.query(negativeBalance, [agency.id])
  }
  expect(await balances(agency.id)).toMatchObject({ client_prepaid: 180, client_receivable: -60 })
  const params = { companyID: client.id, userID: client.user.id }
  expect((await http.as(tree.root.system).call(removeUser, { params })).status).toBe(200)
  expect(await balances(agency.id)).toMatchObject({ client_prepaid: 0, rounding: 180 })
  expect(await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => verifyPrepaid(tx, book))).toEqual([])
})

/** In 1/10,000 dollar. */
async function balances(agencyId: string): Promise<Record<string, number>> {
  const { rows } = await db.adminPool.query<{ kind: string; e4: number }>(
    'select kind, balance_e4::integer as e4 from ledger_account where agency_id = $1',
    [agencyId],
  )
  return Object.fromEntries(rows.map(({ kind, e4 }) => [kind, e4]))
}
