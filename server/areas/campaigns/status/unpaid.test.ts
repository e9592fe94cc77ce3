import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { setOnboarding } from '#contract/billing/onboarding.ts'
import { setPackage } from '#contract/billing/packages.ts'
import { createCampaign, readNewCampaign, setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { createCredential } from '#contract/developers/credentials.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { sandboxEnv, tokenOf } from '#server/test/payments.ts'

const sandbox = await startSandbox({ now: Date.now })
afterAll(() => sandbox.stop())
const { db, http, tree } = await openTree({ limiter: noLimits, env: sandboxEnv(sandbox) })
beforeAll(async () => {
  // A client whose agency lets it create campaigns.
  await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where id = $1`, [
    tree.acme.clients[0]!.user.id,
  ])
})
beforeEach(() => http.forget())

const clientSentence = 'Campaigns can’t be started right now. Contact your agency.'

/** The errors when a user of Acme starts something; null if it is allowed. */
async function tried(user: TestUser): Promise<(string | null)[]> {
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, { status: 'pause' })
  const session = http.as(user)
  const body = { companyID: client.id, leadspeekType: 'local', campaignName: 'Spring' }
  const start = { leadspeek_api_id: campaign.id, status: 'active' }
  const answers = [
    await session.call(createCampaign, { body }),
    await session.call(readNewCampaign, { params: { companyID: client.id, leadspeekType: 'local' } }),
    await session.call(setCampaignActive, { body: start }),
  ]
  return answers.map(({ status, body: { message } }) => (status === 403 ? (message ?? '') : null))
}
const setFee = (companyID: string, amount: number) =>
  http.as(tree.root.system).call(setOnboarding, { body: { companyID, amount, enable_coupon: 'F' } })

const cases = [
  {
    what: 'an onboarding charge without a stored card',
    begin: () => setFee(tree.root.id, 99),
    sentence: 'Add a card in Profile Setup to pay the onboarding charge first.',
    reason: 'fee',
    end: () => setFee(tree.acme.id, 0),
  },
  {
    what: 'a failed payment of the agency',
    begin: () => db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [tree.acme.id]),
    sentence: 'Your agency’s last payment failed. Update the card first.',
    reason: 'payment',
    end: () => db.adminPool.query(`update company set payment_status = 'ok' where id = $1`, [tree.acme.id]),
  },
  {
    what: 'an agency without a package',
    begin: () => http.as(tree.root.system).call(setPackage, { body: { companyID: tree.acme.id, packageID: '' } }),
    sentence: 'Your agency has no package. Contact support to choose one.',
    reason: 'package',
    end: () => http.as(tree.root.system).call(setPackage, { body: { companyID: tree.acme.id, packageID: 'FREE' } }),
  },
] as const

test.each(cases)('$what blocks new campaigns and starts for the agency’s people and its clients', async (one) => {
  const { owner, admin, clients } = tree.acme
  expect(await tried(admin)).toEqual([null, null, null])
  await one.begin()
  http.forget()
  expect(await tried(admin)).toEqual([one.sentence, one.sentence, one.sentence])
  expect(await tried(clients[0]!.user)).toEqual([clientSentence, clientSentence, clientSentence])
  if (one.reason !== 'payment') expect(await tried(owner)).toEqual([one.sentence, one.sentence, one.sentence])
  const accessOf = async (user: TestUser) =>
    (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.agency_unpaid
  expect([await accessOf(owner), await accessOf(clients[0]!.user)]).toEqual([one.reason, ''])
  // Running campaigns can still be paused.
  const running = await makeCampaign(db, clients[0]!)
  const pause = { leadspeek_api_id: running.id, status: 'pause' }
  expect((await http.as(admin).call(setCampaignActive, { body: pause })).status).toBe(200)
  await one.end()
  http.forget()
  expect([await tried(admin), await tried(clients[0]!.user)]).toEqual([
    [null, null, null],
    [null, null, null],
  ])
})

test('developer API keys are blocked too, and a card that makes the charge due unblocks everything', async () => {
  await setFee(tree.acme.id, 50)
  await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
  http.forget()
  const { owner } = tree.acme
  const body = { subdomain: tree.acme.host, email: owner.email }
  const refusal = await http.as(owner).call(createCredential, { body })
  expect([refusal.status, refusal.body.message]).toEqual([403, cases[0].sentence])
  const tokenid = await tokenOf(sandbox)
  await http.as(owner).call(readAccess, { params: { id: 'all' } })
  expect((await http.as(owner).call(createCustomer, { body: { tokenid, cardholder: 'Dana' } })).status).toBe(200)
  http.forget()
  expect(await tried(owner)).toEqual([null, null, null])
})
