import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { gatewayStages, type GatewayStage } from '#server/test/gateway-stages.ts'
import { storeCardAt, saveAt, stripeNumbers as numbers, chargeRequestAt } from '#server/test/stripe-adapter.ts'
import { startOfStage } from '#server/test/stripe-elsewhere.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type CardGateway,
  type ChargeRequest,
  type CardReference,
} from '../gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

// What the adapter guarantees with any server that implements Stripe's API, such as the one in STRIPE_BASE_URL. Tests
// that need the stand-in's own switches are in stripe-switches.test.ts.

const clock = createStillClock(startOfStage(Date.UTC(2026, 10, 20, 12)))
let stage: GatewayStage
let faulty: FaultyGateway
let gateway: CardGateway
let fault: GatewayFault = 'ok'
beforeAll(async () => {
  stage = await gatewayStages.stripe(clock.now)
  faulty = await startFaultyGateway(stage.url, () => fault)
  gateway = stripeGateway(readConfig({ NODE_ENV: 'test', ...stage.env(faulty) }))!
})
afterAll(async () => {
  // All requests matched Stripe's description of them.
  expect(stage.refused()).toEqual([])
  await faulty.stop()
  await stage.stop()
})

const save = async (number: string) => saveAt(gateway, await stage.tokenOf(number))
const hold = async (number: string = numbers.good): Promise<CardReference> =>
  storeCardAt(gateway, await stage.tokenOf(number))
const wishFor = (card: CardReference, more: Partial<ChargeRequest> = {}): ChargeRequest =>
  chargeRequestAt(clock.now(), card, more)

describe('a card', () => {
  test('is stored from a token and verified, and the same request returns the same card', async () => {
    const token = await stage.tokenOf()
    const first = await saveAt(gateway, token)
    expect(first).toMatchObject({ saved: true, card: { brand: 'Visa', last4: '4242', expMonth: 4, expYear: 2031 } })
    expect(await saveAt(gateway, token)).toEqual(first)
  })

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000000069', 'expired'],
    ['4000000000000127', 'wrong'],
    ['4000000000000119', 'declined'],
  ])('%s is declined: %s', async (number, refusal) => {
    expect(await save(number)).toEqual({ saved: false, refusal })
  })

  test('with a token that is used or unknown is rejected', async () => {
    const token = await stage.tokenOf()
    await saveAt(gateway, token)
    const payer = { customerId: null, accountId: null, name: 'Acme', email: 'pay@acme.test' }
    const again = await gateway.saveCard({ ...payer, token, idempotencyKey: 'another wish' })
    expect(again).toEqual({ saved: false, refusal: 'spent' })
    expect(await saveAt(gateway, 'tok_unknown12')).toEqual({ saved: false, refusal: 'spent' })
  })

  test('of a payer whose customer was deleted at Stripe is stored with a new one', async () => {
    const token = await stage.tokenOf()
    const request = { customerId: 'cus_deleted', accountId: null, name: 'Acme', email: 'pay@acme.test', token }
    const answer = await gateway.saveCard({ ...request, idempotencyKey: `card ${token}` })
    if (!answer.saved) throw new Error(answer.refusal)
    expect(answer.card.customerId).toMatch(/^cus_(?!deleted)/)
    expect(await gateway.saveCard({ ...request, idempotencyKey: `card ${token}` })).toEqual(answer)
    const { customerId, cardId } = answer.card
    expect(await gateway.charge(wishFor({ customerId, cardId, accountId: null }))).toMatchObject({ state: 'succeeded' })
  })

  test('is removed, and removing it again succeeds', async () => {
    const card = await hold()
    await gateway.removeCard(card)
    await expect(gateway.charge(wishFor(card))).rejects.toThrow(GatewayRefused)
    await gateway.removeCard(card)
    await gateway.removeCard({ ...card, cardId: 'pm_unknown' })
  })
})

describe('a charge', () => {
  test('is created once per attempt, however often it is requested, and found by it', async () => {
    const request = wishFor(await hold())
    expect(await gateway.findCharge(request)).toBeNull()
    const first = await gateway.charge(request)
    expect(first).toMatchObject({ state: 'succeeded', gatewayId: expect.stringMatching(/^pi_/) })
    expect(await gateway.charge(request)).toEqual(first)
    expect(await gateway.findCharge(request)).toEqual(first)
    // Other parameters with the same key say nothing about the outcome of the first request.
    await expect(gateway.charge({ ...request, amount_cents: 1 })).rejects.toThrow(GatewayUnreachable)
  })

  test('that is declined says why, and is found as declined', async () => {
    const request = wishFor(await hold(numbers.declinedLater))
    const decline = { state: 'declined', code: 'generic_decline', gatewayId: expect.stringMatching(/^pi_/) }
    expect(await gateway.charge(request)).toMatchObject(decline)
    expect(await gateway.findCharge(request)).toMatchObject(decline)
  })

  test('is found even if its customer was deleted, and permanently rejected if it was never created', async () => {
    const card = await hold()
    const request = wishFor(card)
    const outcome = await gateway.charge(request)
    const goneCard = { ...card, customerId: 'cus_deleted' }
    expect(await gateway.findCharge({ ...request, card: goneCard })).toEqual(outcome)
    const never = wishFor(goneCard)
    expect(await gateway.findCharge(never)).toBeNull()
    await expect(gateway.charge(never)).rejects.toThrow(GatewayRefused)
  })

  test('is refunded once per refund, in parts and never more than was paid', async () => {
    const charge = wishFor(await hold())
    const payment = await gateway.charge(charge)
    const gatewayId = 'gatewayId' in payment ? (payment.gatewayId ?? '') : ''
    const request = (refundId: string, amount_cents: number) => ({ refundId, charge, gatewayId, amount_cents })
    // Ids on a server that others use too.
    const first = newId(clock.now())
    expect(await gateway.findRefund(request(first, 100))).toBeNull()
    const refund = await gateway.refund(request(first, 100))
    expect(refund).toMatchObject({ state: 'succeeded', gatewayId: expect.stringMatching(/^re_/) })
    expect(await gateway.refund(request(first, 100))).toEqual(refund)
    expect(await gateway.findRefund(request(first, 100))).toEqual(refund)
    await expect(gateway.refund(request(`${first} again`, charge.amount_cents))).rejects.toThrow(GatewayRefused)
  })

  test('that its bank wants confirmed is not declined, and has a confirmation page', async () => {
    const request = wishFor(await hold(numbers.asksPayer))
    const asks = { state: 'asks_payer', gatewayId: expect.stringMatching(/^pi_/) }
    expect(await gateway.charge(request)).toEqual(asks)
    expect(await gateway.findCharge(request)).toEqual(asks)
    expect(await gateway.confirmLink(request, 'https://acme.example/')).toMatch(/^https:/)
    expect(await gateway.withdrawCharge(request)).toMatchObject({ state: 'declined', code: 'authentication_required' })
    expect(await gateway.confirmLink(request, 'https://acme.example/')).toBeNull()
    expect(await gateway.withdrawCharge(request)).toMatchObject({ state: 'declined' })
  })

  test.each(['lost before', 'lost after', '500 before', '500 after', '429', 'key revoked', 'no JSON'] as const)(
    'whose response is invalid (%s) has an unknown outcome',
    async (kind) => {
      const request = wishFor(await hold())
      fault = kind
      await expect(gateway.charge(request)).rejects.toThrow(GatewayUnreachable)
      await expect(gateway.findCharge(request)).rejects.toThrow(GatewayUnreachable)
      fault = 'ok'
      expect(await gateway.charge(request)).toMatchObject({ state: 'succeeded' })
    },
  )

  test('whose response takes longer than the timeout has an unknown outcome, and is found and not made again', async () => {
    const impatient = stripeGateway(readConfig({ NODE_ENV: 'test', ...stage.env(faulty) }), 50)!
    const request = wishFor(await hold())
    fault = 'slow'
    await expect(impatient.charge(request)).rejects.toThrow(GatewayUnreachable)
    fault = 'ok'
    // It arrives after we gave up.
    await expect.poll(async () => (await gateway.findCharge(request))?.state, { timeout: 15_000 }).toBe('succeeded')
    const outcome = await gateway.findCharge(request)
    expect(await gateway.charge(request)).toEqual(outcome)
  })

  test('that Stripe rejects is permanently rejected', async () => {
    const card = await hold()
    await expect(gateway.charge(wishFor(card, { amount_cents: 49 }))).rejects.toThrow(
      new GatewayRefused('amount_too_small'),
    )
    await expect(gateway.charge(wishFor({ ...card, cardId: 'pm_unknown' }))).rejects.toThrow(GatewayRefused)
  })
})

test('the form is Stripe’s own fields in a page of this host, which allows nothing else', async () => {
  const look = { language: 'ar', theme: 'dark', account: 'acct_12345678', nonce: 'n0nce' } as const
  const page = await stripeGateway(readConfig({ NODE_ENV: 'test', ...stage.env(), STRIPE_BASE_URL: undefined }))!
    .formPage!(look)
  expect(page.html).toContain('<script nonce="n0nce" src="https://js.stripe.com/v3/">')
  expect(page.html).toContain('"stripeAccount":"acct_12345678"')
  expect(page.html).toContain('dir="rtl"')
  expect(page.html).not.toContain('<input')
  expect(page.headers['content-security-policy']).toContain("script-src 'nonce-n0nce' https://js.stripe.com")
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
})
