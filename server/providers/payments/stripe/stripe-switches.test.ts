import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { storeCardAt, saveAt, stripeNumbers, chargeRequestAt } from '#server/test/stripe-adapter.ts'
import { eventOf } from '#server/test/stripe-events.ts'
import { GatewayRefused, type CardGateway, type ChargeRequest, type CardReference } from '../gateway.ts'
import { startStripeStandIn, type StripeStandIn } from './stand-in/start-stripe-stand-in.ts'
import { stripeGateway } from './stripe-gateway.ts'

// Tests that need the stand-in's own switches, objects and cards.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stripe: StripeStandIn
let gateway: CardGateway
beforeAll(async () => {
  stripe = await startStripeStandIn({ now: clock.now })
  gateway = stripeGateway(readConfig({ NODE_ENV: 'test', ...stripeEnv(stripe) }))!
})
afterAll(async () => {
  // All requests matched Stripe's description of them.
  expect(stripe.refused).toEqual([])
  await stripe.stop()
})

const numbers = { ...stripeNumbers, noFunds: '4000008260003178', lost: '4000000000009987' }

async function hold(number: string = numbers.good, accountId: string | null = null): Promise<CardReference> {
  const token = await stripeTokenOf(stripe, { number, ...(accountId && { account: accountId }) })
  return storeCardAt(gateway, token, accountId)
}
const wishFor = (card: CardReference, more: Partial<ChargeRequest> = {}): ChargeRequest =>
  chargeRequestAt(clock.now(), card, more)

async function account(): Promise<string> {
  const owner = { kind: 'agency', id: newId(clock.now()), name: 'Acme', email: 'pay@acme.test' } as const
  const { accountId } = await gateway.createAccount(owner, `account ${owner.id}`)
  stripe.moveAccount(accountId, 'ready')
  return accountId
}

const intents = (accountId = '') => stripe.objects('payment_intent', accountId)

test('a card is stored and verified in one step, and removed with its customer', async () => {
  const token = await stripeTokenOf(stripe)
  const answer = await saveAt(gateway, token)
  expect(stripe.objects('setup_intent')).toMatchObject([{ usage: 'off_session', status: 'succeeded' }])
  if (!answer.saved) throw new Error(answer.refusal)
  const { customerId, cardId } = answer.card
  await gateway.removeCard({ customerId, cardId, accountId: null })
  expect(stripe.objects('payment_method')).toMatchObject([{ id: cardId, customer: null }])
})

describe('a charge', () => {
  test('is created once per attempt, however often it is requested', async () => {
    const request = wishFor(await hold())
    await gateway.charge(request)
    await gateway.charge(request)
    expect(
      intents().filter(({ metadata }) => (metadata as { attempt_id: string }).attempt_id === request.attemptId),
    ).toHaveLength(1)
  })

  test.each([
    [numbers.declinedLater, 'generic_decline'],
    [numbers.noFunds, 'insufficient_funds'],
    [numbers.lost, 'lost_card'],
  ])('of %s is declined: %s, and found as declined', async (number, code) => {
    const request = wishFor(await hold(number))
    const decline = { state: 'declined', code, gatewayId: expect.stringMatching(/^pi_/) }
    expect(await gateway.charge(request)).toMatchObject(decline)
    expect(await gateway.findCharge(request)).toMatchObject(decline)
  })

  test('is returned by a refund that can be pending, and fail later', async () => {
    const charge = wishFor(await hold())
    const payment = await gateway.charge(charge)
    const gatewayId = 'gatewayId' in payment ? (payment.gatewayId ?? '') : ''
    const request = { refundId: newId(clock.now()), charge, gatewayId, amount_cents: 50 }
    stripe.setRefunds('pending')
    expect(await gateway.refund(request)).toEqual({ state: 'pending' })
    stripe.endRefund(stripe.objects('refund').at(-1)!.id, '', 'failed')
    expect(await gateway.findRefund(request)).toMatchObject({ state: 'failed', code: 'insufficient_funds' })
    const { about } = gateway.describeEvent(Buffer.from(eventOf(stripe.happened.at(-1)!)))
    expect(about).toMatchObject({ what: 'refund', refundId: request.refundId, place: charge.place })
    stripe.setRefunds('succeeded')
  })

  test('for a connected account belongs to it, with the operator’s share', async () => {
    const accountId = await account()
    const ownWish = wishFor(await hold(numbers.good, accountId), { accountId, fee_cents: 300 })
    expect(await gateway.charge(ownWish)).toMatchObject({ state: 'succeeded' })
    // A card of the operator's account is lent.
    const lentWish = wishFor(await hold(), { accountId, fee_cents: 200 })
    expect(await gateway.charge(lentWish)).toMatchObject({ state: 'succeeded' })
    expect(await gateway.findCharge(lentWish)).toMatchObject({ state: 'succeeded' })
    expect(intents(accountId).map(({ application_fee_amount }) => application_fee_amount)).toEqual([300, 200])
  })

  test('for an account that cannot take payments is rejected', async () => {
    const accountId = await account()
    const request = wishFor(await hold(), { accountId })
    stripe.moveAccount(accountId, 'restricted')
    await expect(gateway.charge(request)).rejects.toThrow(new GatewayRefused('account_invalid'))
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
  ])('rejects what Stripe’s specification does not contain: %s', async (body, code, param) => {
    expect(await post('/v1/payment_intents', body)).toMatchObject({ error: { code, param } })
  })
})
