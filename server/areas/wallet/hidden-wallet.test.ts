import { expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { chargeWallet } from '#contract/wallet/wallet.ts'
import { openTree } from '#server/test/open-tree.ts'
import { buyPrepaid } from '#server/test/prepaid.ts'

const { db, http, tree } = await openTree()
const { acme, root } = tree

const hide = (hidden: 'T' | 'F', user = root.system, companyID = acme.id) =>
  http.as(user).call(saveSetting, { body: { companyID, settingname: 'walletswitch', hidden } } as never)
const wallet = async (user = acme.owner) => {
  const { betaFeature, isBeta } = (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data
  // The documents' rule: hidden if its beta applies to some agencies only and this one is not among them (R149).
  return betaFeature.data_wallet.apply_to_all_agency === 'T' || isBeta === 'T'
}
const charge = async () => {
  const buying = { amount: 250, custom_amount: 'F', stop_continual: 'F', payment_type: 'credit_card' } as const
  return (await http.as(acme.owner).call(chargeWallet, { body: { company_id: acme.id, ...buying } })).status
}

test('the operator keeps the Data Wallet from an agency, whose owner neither sees it nor tops it up', async () => {
  expect(await wallet()).toBe(true)
  expect((await hide('T', acme.owner)).status).toBe(403)
  expect((await hide('T')).status).toBe(200)
  const query = { companyID: acme.id, settingname: 'walletswitch' } as const
  expect((await http.as(root.system).call(readSetting, { query })).body.data).toMatchObject({ hidden: 'T' })
  expect([await wallet(), await charge()]).toEqual([false, 403])
  expect(await wallet(tree.brightside.owner)).toBe(true)
  expect((await hide('F')).status).toBe(200)
  expect([await wallet(), await charge()]).toEqual([true, 200])
})

test('a wallet that was topped up stays open', async () => {
  const { brightside } = tree
  await buyPrepaid(db, { rootId: root.id, agencyId: brightside.id }, { amount_cents: 25_000, at_ms: Date.now() })
  await db.adminPool.query('update prepaid_balance set started_at = now() where agency_id = $1', [brightside.id])
  expect((await hide('T', root.system, brightside.id)).status).toBe(200)
  expect(await wallet(brightside.owner)).toBe(true)
})
