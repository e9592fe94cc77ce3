import { beforeEach, expect, test } from 'vitest'
import { readStanding } from '#contract/inbox/standing.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 17))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
const { owner, admin, clients } = tree.acme
const [client, otherClient] = clients
const user = client!.user
let campaign: TestCampaign

beforeEach(async () => {
  for (const table of ['dunning_case', 'charge', 'prepaid_balance', 'campaign'])
    await db.adminPool.query(`delete from ${table}`)
  await db.adminPool.query(`update company set payment_status = 'ok'`)
  campaign = await makeCampaign(db, client!, { name: 'Shop' })
  http.forget()
})

const standingOf = async (one: TestUser) => (await http.as(one).call(readStanding, {})).body.data
const kindsOf = async (one: TestUser) => (await standingOf(one)).notices.map(({ kind }) => kind)
const charge = (status: string, clientId: string | null, cause: string | null = null) =>
  db.adminPool.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, cause, created_at)
     values ($1, $2, $3, $4, $5, $6, 500, $7, $8)`,
    [
      tree.acme.id,
      newId(clock.now()),
      tree.root.id,
      clientId,
      clientId === null ? 'developer' : 'client_leads',
      status,
      cause,
      new Date(clock.now()),
    ],
  )

test('a failed payment of the agency is told to its owner, its administrators and its clients', async () => {
  await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [tree.acme.id])
  expect(await kindsOf(owner)).toContain('paymentFailed')
  const standing = await standingOf(admin)
  expect(standing.notices.map(({ kind }) => kind)).toContain('agencyPaymentFailed')
  expect(standing.owner?.email).toBe(owner.email)
  expect(await kindsOf(user)).toContain('agencyStopped')
})

test('a declined payment is told to its payer alone', async () => {
  await charge('declined', client!.id)
  expect(await kindsOf(user)).toContain('paymentDeclined')
  expect(await kindsOf(otherClient!.user)).not.toContain('paymentDeclined')
  expect(await kindsOf(owner)).not.toContain('paymentDeclined')
  // The agency's dashboard says how many there are.
  expect((await standingOf(owner)).declined_of_clients).toBe(1)
  expect((await standingOf(user)).declined_of_clients).toBe(0)
  await charge('declined', null)
  expect((await standingOf(admin)).notices).toContainEqual(
    expect.objectContaining({ kind: 'paymentDeclined', count: 1 }),
  )
})

test('a declined payment says when it stops the leads: with the last attempt to collect it', async () => {
  await charge('declined', client!.id)
  await db.adminPool.query(
    `insert into dunning_case (agency_id, charge_id, root_id, client_id, first_on, tries, next_on)
     select agency_id, id, root_id, client_id, '2026-11-18', 1, '2026-11-21' from charge`,
  )
  const stopsOn = async (): Promise<unknown> =>
    (await standingOf(user)).notices.find(({ kind }) => kind === 'paymentDeclined')?.stops_on
  expect(await stopsOn()).toBe('2026-11-25')
  // Attempts that downtime has delayed run one a day.
  await db.adminPool.query(`update dunning_case set tries = 3, next_on = '2026-11-27'`)
  expect(await stopsOn()).toBe('2026-11-27')
  await db.adminPool.query('delete from dunning_case')
  expect(await stopsOn()).toBeNull()
})

test('payments of clients that wait for the account are told to the agency', async () => {
  await charge('due', client!.id, 'no_account')
  await charge('due', client!.id, 'no_card')
  expect((await standingOf(owner)).notices).toContainEqual(expect.objectContaining({ kind: 'paymentsWait', count: 1 }))
  expect(await kindsOf(user)).not.toContain('paymentsWait')
})

test('prepaid leads that are used up are told to the client and the agency, with their campaign', async () => {
  await db.adminPool.query(
    `insert into prepaid_balance (agency_id, id, root_id, client_id, campaign_id, leads_to_buy, emptied_at, updated_at)
     values ($1, $2, $3, $4, $2, 10, $5, $5)`,
    [tree.acme.id, campaign.id, tree.root.id, client!.id, new Date(clock.now())],
  )
  const notice = expect.objectContaining({ kind: 'topUpEmpty', leadspeek_api_id: campaign.id, campaignName: 'Shop' })
  for (const one of [owner, admin, user]) expect((await standingOf(one)).notices).toContainEqual(notice)
  expect(await kindsOf(otherClient!.user)).not.toContain('topUpEmpty')
})

test('says in which modules there are campaigns that are not archived', async () => {
  expect((await standingOf(user)).campaign_modules).toEqual(['local'])
  expect((await standingOf(otherClient!.user)).campaign_modules).toEqual([])
  await db.adminPool.query(`update campaign set status = 'archived'`)
  expect((await standingOf(owner)).campaign_modules).toEqual([])
  expect((await standingOf(tree.root.system)).campaign_modules).toEqual([])
})
