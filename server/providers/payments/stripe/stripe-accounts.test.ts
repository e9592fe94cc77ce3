import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { GatewayRefused, GatewayUnreachable, type AccountOwner, type CardGateway } from '../gateway.ts'
import { startStripeStandIn, type StripeStandIn } from './stand-in/start-stripe-stand-in.ts'
import { stripeGateway } from './stripe-gateway.ts'
import { accountsV2 } from './stripe-accounts-v2.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stripe: StripeStandIn
let faulty: FaultyGateway
let fault: GatewayFault = 'ok'
const gatewayOf = (STRIPE_CONNECT_VERSION: string): CardGateway => {
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host, STRIPE_CONNECT_VERSION }
  return stripeGateway(readConfig({ NODE_ENV: 'test', ...env }))!
}
beforeAll(async () => {
  stripe = await startStripeStandIn({ now: clock.now })
  faulty = await startFaultyGateway(stripe.url, () => fault)
})
afterAll(async () => {
  // All requests matched Stripe's description of them.
  expect(stripe.refused).toEqual([])
  await faulty.stop()
  await stripe.stop()
})

const back = { returnUrl: 'https://acme.test/back', refreshUrl: 'https://acme.test/again' }
const ownerOf = (kind: AccountOwner['kind']): AccountOwner => ({
  kind,
  id: newId(clock.now()),
  name: 'Acme',
  email: 'pay@acme.test',
})

describe.each([
  { version: 'v1', other: 'v2', asked: 'external_account', late: 'company.tax_id' },
  { version: 'v2', other: 'v1', asked: 'defaults.payout_methods', late: 'identity.business_details.id_numbers' },
] as const)('R099: an account by $version', ({ version, other, asked, late }) => {
  const make = async (kind: AccountOwner['kind'] = 'agency') => {
    const owner = ownerOf(kind)
    return gatewayOf(version).createAccount(owner, `account ${owner.id}`)
  }

  test.each(['agency', 'sales'] as const)('in %s goes from pending to completed', async (kind) => {
    const gateway = gatewayOf(version)
    const account = await make(kind)
    expect(account).toMatchObject({ version, state: 'pending', chargesEnabled: false, payoutsEnabled: false })
    expect(account.requirements).toContain(asked)
    expect(await gateway.readAccount(account)).toEqual(account)
    stripe.moveAccount(account.accountId, 'submitted')
    expect(await gateway.readAccount(account)).toMatchObject({ state: 'inverification', requirements: [] })
    stripe.moveAccount(account.accountId, 'ready')
    const ready = { state: 'completed', chargesEnabled: true, payoutsEnabled: true, requirements: [] }
    expect(await gateway.readAccount(account)).toMatchObject(ready)
  })

  test('that is restricted later says what is required, without a new form; one that is rejected has failed', async () => {
    const gateway = gatewayOf(version)
    const account = await make()
    stripe.moveAccount(account.accountId, 'ready')
    stripe.moveAccount(account.accountId, 'restricted')
    const restriction = { state: 'inverification', chargesEnabled: false, payoutsEnabled: false, requirements: [late] }
    expect(await gateway.readAccount(account)).toMatchObject(restriction)
    stripe.moveAccount(account.accountId, 'rejected')
    expect(await gateway.readAccount(account)).toMatchObject({ state: 'failed', chargesEnabled: false })
  })

  test('that is closed or unknown does not exist', async () => {
    const gateway = gatewayOf(version)
    const account = await make()
    stripe.moveAccount(account.accountId, 'closed')
    expect(await gateway.readAccount(account)).toBeNull()
    expect(await gateway.readAccount({ accountId: 'acct_of_nobody', version })).toBeNull()
    await expect(gateway.accountLink({ accountId: 'acct_of_nobody', version }, back)).rejects.toThrow(GatewayRefused)
  })

  test('is created once per request, and completed on Stripe’s own page, with a new link for each visit', async () => {
    const gateway = gatewayOf(version)
    const owner = ownerOf('agency')
    const account = await gateway.createAccount(owner, `account ${owner.id}`)
    expect(await gateway.createAccount(owner, `account ${owner.id}`)).toEqual(account)
    expect(stripe.accounts().filter(({ id }) => id === account.accountId)).toHaveLength(1)
    const links = [await gateway.accountLink(account, back), await gateway.accountLink(account, back)]
    expect(new Set(links).size).toBe(2)
    expect(links[0]).toMatch(/^https:\/\/connect\.stripe\.com\//)
  })

  test('is read with its own version, whichever version creates new ones', async () => {
    const gateway = gatewayOf(other)
    const account = await make()
    stripe.moveAccount(account.accountId, 'ready')
    expect(await gateway.readAccount(account)).toMatchObject({ version, state: 'completed' })
    expect(await gateway.accountLink(account, back)).toMatch(/^https:/)
  })

  test('takes payments and is paid out when it is ready', async () => {
    const gateway = gatewayOf(version)
    const { accountId } = await make()
    const token = await stripeTokenOf(stripe, { account: accountId })
    const payer = { customerId: null, accountId, name: 'Acme', email: 'pay@acme.test' }
    const answer = await gateway.saveCard({ ...payer, token, idempotencyKey: `card ${token}` })
    if (!answer.saved) throw new Error(answer.refusal)
    const { customerId, cardId } = answer.card
    const charge = () =>
      gateway.charge({
        attemptId: newId(clock.now()),
        place: { rootId: newId(0), agencyId: newId(0), chargeId: newId(0) },
        amount_cents: 1_250,
        accountId,
        fee_cents: 100,
        card: { customerId, cardId, accountId },
        sent_ms: clock.now(),
      })
    await expect(charge()).rejects.toThrow(new GatewayRefused('account_invalid'))
    stripe.moveAccount(accountId, 'ready')
    expect(await charge()).toMatchObject({ state: 'succeeded' })
  })

  test.each(['lost before', 'lost after', '500 after', '429', 'key revoked', 'no JSON'] as const)(
    'whose response is invalid (%s) has an unknown state',
    async (kind) => {
      const gateway = gatewayOf(version)
      const account = await make()
      fault = kind
      await expect(gateway.readAccount(account)).rejects.toThrow(GatewayUnreachable)
      fault = 'ok'
    },
  )
})

const open = { status: 'active', status_details: [] }
const merchant = { applied: true, capabilities: { card_payments: open, stripe_balance: { payouts: open } } }

describe('an incomplete response', () => {
  const readAs = async (version: 'v1' | 'v2', fields: Record<string, unknown>) => {
    const gateway = gatewayOf(version)
    const owner = ownerOf('agency')
    const account = await gateway.createAccount(owner, `account ${owner.id}`)
    stripe.moveAccount(account.accountId, 'ready')
    stripe.setAccount(account.accountId, fields)
    return gateway.readAccount(account)
  }

  test.each([
    ['v1', { requirements: undefined }],
    ['v2', { requirements: null, configuration: { merchant: { ...merchant, capabilities: {} } } }],
    ['v2', { applied_configurations: undefined }],
    ['v2', { configuration: {} }],
    // Another server responded instead of Stripe.
    ['v1', { object: 'account', requirements: null }],
  ] as const)('from %s leaves the account’s state unknown: %j', async (version, fields) => {
    await expect(readAs(version, fields)).rejects.toThrow(GatewayUnreachable)
  })

  test.each([null, undefined])('from v2 with empty requirements (%s) is judged by its capabilities', async (none) => {
    expect(await readAs('v2', { requirements: none })).toMatchObject({ state: 'completed', requirements: [] })
    const capabilities = { ...merchant.capabilities, card_payments: { status: 'unsupported' } }
    const configuration = { merchant: { ...merchant, capabilities } }
    expect(await readAs('v2', { requirements: none, configuration })).toMatchObject({ state: 'failed' })
  })

  test('from v2 to creating an account keeps the account: its owner starts with the form', async () => {
    const answer = { object: 'v2.core.account', id: 'acct_new', requirements: null, configuration: null }
    const sdk = { v2: { core: { accounts: { create: () => Promise.resolve(answer) } } } }
    const creation = accountsV2.create(sdk as never, ownerOf('agency'), 'key')
    expect(await creation).toMatchObject({ accountId: 'acct_new', state: 'pending', chargesEnabled: false })
  })

  test.each([
    ['v1', { payouts_enabled: undefined }],
    ['v1', { charges_enabled: null }],
    ['v2', { configuration: { merchant: { applied: true } } }],
    ['v2', { configuration: { merchant: { ...merchant, capabilities: { card_payments: open } } } }],
    ['v2', { configuration: { merchant: { ...merchant, capabilities: { stripe_balance: { payouts: open } } } } }],
    [
      'v2',
      { configuration: { merchant: { ...merchant, capabilities: { ...merchant.capabilities, card_payments: {} } } } },
    ],
    // Without an applied merchant configuration, the account counts as one that only receives payouts.
    ['v2', { applied_configurations: [], configuration: { merchant } }],
  ] as const)('from %s is not a completed account: %j', async (version, fields) => {
    const standing = await readAs(version, fields)
    expect(standing?.state).toBe('inverification')
    expect([standing?.chargesEnabled, standing?.payoutsEnabled]).toContain(false)
  })
})

test.each([
  [{ contact_email: 7 }, 'contact_email'],
  [{ dashboard: 'whole' }, 'dashboard'],
  [{ charges_enabled: true }, 'charges_enabled'],
  [{ defaults: { responsibilities: { fees_collector: 'stripe' } } }, 'defaults.responsibilities.losses_collector'],
  [{ include: ['everything'] }, 'include'],
])('the stand-in rejects what version 2 does not document: %j', async (body, param) => {
  const headers = { authorization: `Bearer ${stripe.secretKey}`, 'content-type': 'application/json' }
  const ask = { method: 'POST', headers: { ...headers, 'stripe-version': '2026-10-28.endive' } }
  const answer = await fetch(`${stripe.url}/v2/core/accounts`, { ...ask, body: JSON.stringify(body) })
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_fields', param } })
  const form = {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
    'stripe-version': '2026-10-28.endive',
  }
  expect((await fetch(`${stripe.url}/v2/core/accounts`, { method: 'POST', headers: form, body: 'a=b' })).status).toBe(
    400,
  )
  const plainAnswer = await fetch(`${stripe.url}/v2/core/accounts`, { method: 'POST', headers, body: '{}' })
  expect(plainAnswer.status).toBe(400)
  stripe.refused.length = 0
})
