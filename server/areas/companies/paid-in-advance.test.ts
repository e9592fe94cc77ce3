import { expect, test } from 'vitest'
import { removeUser } from '#contract/companies/users.ts'
import { makeAgency } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

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
