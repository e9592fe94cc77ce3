import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateSubdomain } from '#contract/branding/hosts.ts'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import type { Operation } from '#contract/core/operation.ts'
import { saveIntegration } from '#contract/integrations/connections.ts'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { createEventWebhook } from '#contract/developers/event-webhooks.ts'
import { resetPaymentConnection } from '#contract/payments/accounts.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { endOtherSessions } from '#contract/sign-in/own-sessions.ts'
import { readMe } from '#contract/people/user.ts'
import { proofLife_ms, reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { login, refreshToken } from '#contract/sign-in/session.ts'
import { newId } from '#server/platform/ids.ts'
import type { CallInput, TestAnswer } from '#server/test/app.ts'
import { makeCampaign, testPassword } from '#server/test/factories.ts'
import { cardholder, connectAccount, sellOnCard } from '#server/test/payment-stage.ts'
import { chargesOf, tokenOf } from '#server/test/payments.ts'
import { startSandboxTree, type SandboxTree } from '#server/test/sandbox-tree.ts'

// SEC-3: whoever has only a token of somebody's session takes no money, lets nobody in and leads nothing elsewhere.

let world: SandboxTree
let campaign: string
let chargeId: string
/** The token of the owner's session, some time after they last proved who they are. */
let bearer: { authorization: string }
let cookie: string

beforeAll(async () => {
  world = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  const { db, http, tree, sandbox, clock } = world
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard({ db, http, tree }, { clock, tokenid: await tokenOf(sandbox) })
  chargeId = (await chargesOf(db, tree.acme.clients[0]!.user))[0]!.id
  campaign = (await makeCampaign(db, tree.acme.clients[0]!)).id
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await world.close()
})

const send = <O extends Operation>(operation: O, input: CallInput): Promise<TestAnswer<O>> =>
  world.http.anonymous(world.tree.acme.owner.host).call(operation, { ...input, headers: { ...bearer } })
const prove = () => send(reauthenticate, { body: { password: testPassword } })

beforeEach(async () => {
  const { http, tree, clock } = world
  const { host, email: username } = tree.acme.owner
  const first = await http.anonymous(host).call(login, { body: { username, password: testPassword } })
  cookie = String(first.headers['set-cookie']).split(';')[0]!
  const { access_token, refresh_token } = first.body as { access_token: string; refresh_token: string }
  bearer = { authorization: `Bearer ${access_token}` }
  expect((await prove()).status).toBe(200)
  clock.advance(proofLife_ms - 60_000)
  // A renewed token is no proof.
  const answer = await http.anonymous(host).call(refreshToken, { body: { refresh_token }, headers: { cookie } })
  bearer = { authorization: `Bearer ${answer.body.access_token}` }
  // The first call with a renewed token marks it as received.
  expect((await send(readMe, {})).status).toBe(200)
  clock.advance(60_000)
})

const company = () => world.tree.acme.id
const administrator = {
  userType: 'administrator',
  ClientFullName: 'Nova Lane',
  ClientRole: 'F',
} as const
const kinds: readonly [string, () => [Operation, CallInput]][] = [
  [
    'refunds a payment',
    () => {
      const body = { companyID: world.tree.acme.clients[0]!.id, chargeId, amount: 1, reason: 'requested' }
      return [refundCharge, { body: { ...body, operationId: newId(world.clock.now()) } }]
    },
  ],
  [
    'adds an administrator',
    () => [createUser, { body: { ...administrator, companyID: company(), ClientEmail: 'nova@thief.test' } }],
  ],
  [
    'changes the role of one',
    () => {
      const { admin } = world.tree.acme
      return [updateUser, { body: { ...administrator, companyID: company(), ClientID: admin.id } }]
    },
  ],
  ['moves the agency to another host', () => [updateSubdomain, { body: { companyID: company(), subdomain: 'taken' } }]],
  [
    'disconnects the payment account',
    () => [resetPaymentConnection, { params: { companyID: company(), type: 'agency' } }],
  ],
  [
    'copies every lead to a webhook',
    () => [createWebhook, { body: { leadspeek_api_id: campaign, url: 'https://hooks.thief.test/leads' } }],
  ],
  [
    'copies every event to one',
    () => [createEventWebhook, { body: { url: 'https://hooks.thief.test/events', events: ['lead.created'] } }],
  ],
  [
    'mails every lead to a stranger',
    () => [updateCampaign, { body: { leadspeek_api_id: campaign, reportSentTo: 'nova@thief.test' } }],
  ],
  [
    'connects another account for leads',
    () => {
      const body = { company_id: company(), integration_slug: 'sendgrid', enable: 'T', api_key: 'SG.abc.def' }
      return [saveIntegration, { body }]
    },
  ],
  ['signs the owner out elsewhere', () => [endOtherSessions, { body: {} }]],
]

/** Every row of every table, without what each call writes: the id of its sealed body, and windows of limits. */
async function readEverything(): Promise<Record<string, string>> {
  const { adminPool } = world.db
  const tables = await adminPool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in ('opened_seal', 'rate_window') order by 1`,
  )
  const rows: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows: digests } = await adminPool.query<{ digest: string }>(
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from "${name}" t`,
    )
    rows[name] = digests[0]!.digest
  }
  return rows
}

describe('a stolen token alone', () => {
  test.each(kinds)('never %s: the call is refused and changes nothing', async (_kind, make) => {
    const before = await readEverything()
    const [operation, input] = make()
    const { status, body } = await send(operation, input)
    expect([status, body.code]).toEqual([403, 'reauthenticate'])
    expect(await readEverything()).toEqual(before)
  })

  test('is not enough, and the same call passes once its owner has proved who they are', async () => {
    const [operation, input] = kinds[0]![1]()
    expect((await send(operation, input)).body.code).toBe('reauthenticate')
    expect((await prove()).status).toBe(200)
    expect((await send(operation, input)).status).toBe(200)
  })

  test('of a client does not replace the card that is charged', async () => {
    const { http, tree, sandbox } = world
    const { user } = tree.acme.clients[0]!
    await http.forgetProof(user)
    const body = { tokenid: await tokenOf(sandbox), ...cardholder }
    expect((await http.as(user).call(createDirectCustomer, { body })).body.code).toBe('reauthenticate')
  })
})
