import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { eventOf } from '#server/test/stripe-events.ts'
import { GatewayRefused, GatewayUnreachable, type CardGateway, type ChargeWish, type HeldCard } from '../gateway.ts'
import { startStripeStandIn, type StripeStandIn } from './stand-in/start-stripe-stand-in.ts'
import { stripeGateway } from './stripe-gateway.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stripe: StripeStandIn
let faulty: FaultyGateway
let gateway: CardGateway
let fault: GatewayFault = 'ok'
beforeAll(async () => {
  stripe = await startStripeStandIn({ now: clock.now })
  faulty = await startFaultyGateway(stripe.url, () => fault)
  const env = { ...stripeEnv(stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host }
  gateway = stripeGateway(readConfig({ NODE_ENV: 'test', ...env }))!
})
afterAll(async () => {
  // Whatever was asked here is as Stripe describes it.
  expect(stripe.refused).toEqual([])
  await faulty.stop()
  await stripe.stop()
})

const numbers = {
  good: '4242424242424242',
  declinedLater: '4000000000000341',
  noFunds: '4000008260003178',
  lost: '4000000000009987',
  asksPayer: '4000002500003155',
}

async function save(number: string, accountId: string | null = null, tokenGiven?: string) {
  const token = tokenGiven ?? (await stripeTokenOf(stripe, { number, ...(accountId && { account: accountId }) }))
  const payer = { customerId: null, accountId, name: 'Acme', email: 'pay@acme.test' }
  return gateway.saveCard({ ...payer, token, idempotencyKey: `card ${token}` })
}

async function hold(number: string = numbers.good, accountId: string | null = null): Promise<HeldCard> {
  const outcome = await save(number, accountId)
  if (!outcome.saved) throw new Error(outcome.refusal)
  return { customerId: outcome.card.customerId, cardId: outcome.card.cardId, accountId }
}

const wishFor = (card: HeldCard, more: Partial<ChargeWish> = {}): ChargeWish => ({
  attemptId: newId(clock.now()),
  place: { rootId: newId(clock.now()), agencyId: newId(clock.now()), chargeId: newId(clock.now()) },
  amount_cents: 1_250,
  accountId: null,
  fee_cents: 0,
  card,
  sent_ms: clock.now(),
  ...more,
})

async function account(): Promise<string> {
  const owner = { kind: 'agency', id: newId(clock.now()), name: 'Acme', email: 'pay@acme.test' } as const
  const { accountId } = await gateway.createAccount(owner, `account ${owner.id}`)
  stripe.moveAccount(accountId, 'ready')
  return accountId
}

const intents = (accountId = '') => stripe.objects('payment_intent', accountId)

describe('a card', () => {
  test('of a token is stored and verified, and the same wish is the same card', async () => {
    const token = await stripeTokenOf(stripe)
    const first = await save('', null, token)
    expect(first).toMatchObject({ saved: true, card: { brand: 'Visa', last4: '4242', expMonth: 4, expYear: 2031 } })
    expect(await save('', null, token)).toEqual(first)
    expect(stripe.objects('setup_intent')).toMatchObject([{ usage: 'off_session', status: 'succeeded' }])
  })

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000000069', 'expired'],
    ['4000000000000127', 'wrong'],
    ['4000000000000119', 'declined'],
  ])('%s is refused: %s', async (number, refusal) => {
    expect(await save(number)).toEqual({ saved: false, refusal })
  })

  test('of a token that is spent or unknown is refused', async () => {
    const token = await stripeTokenOf(stripe)
    await save('', null, token)
    const payer = { customerId: null, accountId: null, name: 'Acme', email: 'pay@acme.test' }
    const again = await gateway.saveCard({ ...payer, token, idempotencyKey: 'another wish' })
    expect(again).toEqual({ saved: false, refusal: 'spent' })
    expect(await save('', null, 'tok_unknown12')).toEqual({ saved: false, refusal: 'spent' })
  })

  test('is forgotten, and one that is forgotten already is fine', async () => {
    const card = await hold()
    await gateway.removeCard(card)
    expect(stripe.objects('payment_method').find(({ id }) => id === card.cardId)).toMatchObject({ customer: null })
    await gateway.removeCard(card)
    await gateway.removeCard({ ...card, cardId: 'pm_unknown' })
  })
})

describe('a charge', () => {
  test('is asked for once under its attempt, however often, and found by it', async () => {
    const wish = wishFor(await hold())
    expect(await gateway.findCharge(wish)).toBeNull()
    const first = await gateway.charge(wish)
    expect(first).toMatchObject({ state: 'succeeded', gatewayId: expect.stringMatching(/^pi_/) })
    expect(await gateway.charge(wish)).toEqual(first)
    expect(await gateway.findCharge(wish)).toEqual(first)
    expect(
      intents().filter(({ metadata }) => (metadata as { attempt_id: string }).attempt_id === wish.attemptId),
    ).toHaveLength(1)
    // Other words under the same key say nothing about what the first came to.
    await expect(gateway.charge({ ...wish, amount_cents: 1 })).rejects.toThrow(GatewayUnreachable)
  })

  test.each([
    [numbers.declinedLater, 'generic_decline'],
    [numbers.noFunds, 'insufficient_funds'],
    [numbers.lost, 'lost_card'],
  ])('of %s is declined: %s, and found so', async (number, code) => {
    const wish = wishFor(await hold(number))
    const declined = { state: 'declined', code, gatewayId: expect.stringMatching(/^pi_/) }
    expect(await gateway.charge(wish)).toMatchObject(declined)
    expect(await gateway.findCharge(wish)).toMatchObject(declined)
  })

  test('is found though its customer was deleted since, and refused for good where it was never made', async () => {
    const card = await hold()
    const wish = wishFor(card)
    const made = await gateway.charge(wish)
    const gone = { ...card, customerId: 'cus_deleted' }
    expect(await gateway.findCharge({ ...wish, card: gone })).toEqual(made)
    const never = wishFor(gone)
    expect(await gateway.findCharge(never)).toBeNull()
    await expect(gateway.charge(never)).rejects.toThrow(GatewayRefused)
  })

  test('is given back once for a refund, in parts and never more than was paid', async () => {
    const charge = wishFor(await hold())
    const paid = await gateway.charge(charge)
    const gatewayId = 'gatewayId' in paid ? (paid.gatewayId ?? '') : ''
    const wish = (refundId: string, amount_cents: number) => ({ refundId, charge, gatewayId, amount_cents })
    expect(await gateway.findRefund(wish('first', 100))).toBeNull()
    const first = await gateway.refund(wish('first', 100))
    expect(first).toMatchObject({ state: 'succeeded', gatewayId: expect.stringMatching(/^re_/) })
    expect(await gateway.refund(wish('first', 100))).toEqual(first)
    expect(await gateway.findRefund(wish('first', 100))).toEqual(first)
    expect(stripe.objects('refund')).toHaveLength(1)
    await expect(gateway.refund(wish('second', charge.amount_cents))).rejects.toThrow(GatewayRefused)
    // One that waits, and fails later.
    stripe.setRefunds('pending')
    expect(await gateway.refund(wish('third', 50))).toEqual({ state: 'pending' })
    stripe.endRefund(stripe.objects('refund').at(-1)!.id, '', 'failed')
    expect(await gateway.findRefund(wish('third', 50))).toMatchObject({ state: 'failed', code: 'insufficient_funds' })
    const { about } = gateway.describeEvent(Buffer.from(eventOf(stripe.happened.at(-1)!)))
    expect(about).toMatchObject({ what: 'refund', refundId: 'third', place: charge.place })
    stripe.setRefunds('succeeded')
    expect(stripe.refused).toEqual([])
  })

  test('that its bank wants confirmed is not declined, and has a page for it', async () => {
    const wish = wishFor(await hold(numbers.asksPayer))
    const asks = { state: 'asks_payer', gatewayId: expect.stringMatching(/^pi_/) }
    expect(await gateway.charge(wish)).toEqual(asks)
    expect(await gateway.findCharge(wish)).toEqual(asks)
    expect(await gateway.confirmLink(wish, 'https://acme.example/')).toMatch(/^https:/)
    expect(await gateway.withdrawCharge(wish)).toMatchObject({ state: 'declined', code: 'authentication_required' })
    expect(await gateway.confirmLink(wish, 'https://acme.example/')).toBeNull()
    expect(await gateway.withdrawCharge(wish)).toMatchObject({ state: 'declined' })
  })

  test.each(['lost before', 'lost after', '500 before', '500 after', '429', 'key revoked', 'no JSON'] as const)(
    'whose answer is spoiled (%s) says nothing about what became of it',
    async (kind) => {
      const wish = wishFor(await hold())
      fault = kind
      await expect(gateway.charge(wish)).rejects.toThrow(GatewayUnreachable)
      await expect(gateway.findCharge(wish)).rejects.toThrow(GatewayUnreachable)
      fault = 'ok'
      expect(await gateway.charge(wish)).toMatchObject({ state: 'succeeded' })
    },
  )

  test('that Stripe will not make is refused for good', async () => {
    const card = await hold()
    await expect(gateway.charge(wishFor(card, { amount_cents: 49 }))).rejects.toThrow(
      new GatewayRefused('amount_too_small'),
    )
    await expect(gateway.charge(wishFor({ ...card, cardId: 'pm_unknown' }))).rejects.toThrow(GatewayRefused)
  })

  test('for a connected account is its own, with the operator’s share', async () => {
    const accountId = await account()
    const own = wishFor(await hold(numbers.good, accountId), { accountId, fee_cents: 300 })
    expect(await gateway.charge(own)).toMatchObject({ state: 'succeeded' })
    // A card that the operator's account holds is lent.
    const lent = wishFor(await hold(), { accountId, fee_cents: 200 })
    expect(await gateway.charge(lent)).toMatchObject({ state: 'succeeded' })
    expect(await gateway.findCharge(lent)).toMatchObject({ state: 'succeeded' })
    expect(intents(accountId).map(({ application_fee_amount }) => application_fee_amount)).toEqual([300, 200])
  })

  test('for an account that may not take money is refused', async () => {
    const accountId = await account()
    const wish = wishFor(await hold(), { accountId })
    stripe.moveAccount(accountId, 'restricted')
    await expect(gateway.charge(wish)).rejects.toThrow(new GatewayRefused('account_invalid'))
    expect(intents(accountId)).toEqual([])
  })
})

describe('the stand-in', () => {
  const post = async (path: string, body: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${stripe.secretKey}` }
    const answer = await (await fetch(`${stripe.url}${path}`, { method: 'POST', headers, body })).json()
    stripe.refused.length = 0
    return answer
  }
  test.each([
    ['payment_method_types[0]=card&amount=500&currency=usd', 'parameter_unknown', 'payment_method_types'],
    ['currency=usd', 'parameter_missing', 'amount'],
    ['amount=much&currency=usd', 'parameter_invalid_integer', 'amount'],
  ])('refuses what Stripe’s description does not know: %s', async (body, code, param) => {
    expect(await post('/v1/payment_intents', body)).toMatchObject({ error: { code, param } })
  })
})

test('the form is Stripe’s own fields in a page of this host, which lets in nothing else', () => {
  const look = { language: 'ar', theme: 'dark', account: 'acct_12345678', nonce: 'n0nce' } as const
  const page = stripeGateway(readConfig({ NODE_ENV: 'test', ...stripeEnv(stripe), STRIPE_BASE_URL: undefined }))!
    .formPage!(look)
  expect(page.html).toContain('<script nonce="n0nce" src="https://js.stripe.com/v3/">')
  expect(page.html).toContain('"stripeAccount":"acct_12345678"')
  expect(page.html).toContain('dir="rtl"')
  expect(page.html).not.toContain('<input')
  expect(page.headers['content-security-policy']).toContain("script-src 'nonce-n0nce' https://js.stripe.com")
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
})
