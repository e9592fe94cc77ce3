import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  checkConnectedAccount,
  checkSalesAccount,
  createConnectedAccount,
  createSalesAccount,
  getAccountLink,
  getExistingAccountLink,
  resetPaymentConnection,
} from '#contract/payments/accounts.ts'
import { readAccess } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import type { TestTree } from '#server/test/factories.ts'
import { startFaultyGateway, type FaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv } from '#server/test/gateway-stages.ts'
import { delayResponses } from '#server/test/delay-responses.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { startTree } from '#server/test/open-tree.ts'
import { startStrictStripe } from '#server/test/payment-stage.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { eventOf, sendEvent, signatureOf } from '#server/test/stripe-events.ts'
import { applyWaitingEventsJob } from '../inbox/apply-events.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

describe.each([
  { version: 'v1', other: 'v2', asked: 'external_account', late: 'company.tax_id', tells: ['account.updated'] },
  {
    version: 'v2',
    other: 'v1',
    asked: 'defaults.payout_methods',
    late: 'identity.business_details.id_numbers',
    tells: [
      'v2.core.account.updated',
      'v2.core.account[configuration.merchant].capability_status_updated',
      'v2.core.account[requirements].updated',
    ],
  },
] as const)('R099: accounts at Stripe by $version', ({ version, other, asked, late, tells }) => {
  let stripe: StripeStandIn
  let faulty: FaultyGateway
  let db: TestDatabase
  let http: TestApp
  let tree: TestTree
  let fault: GatewayFault = 'ok'
  const answers = delayResponses()
  const envOf = (STRIPE_CONNECT_VERSION: string): Record<string, string> => ({
    ...stripeEnv(stripe),
    STRIPE_BASE_URL: faulty.url,
    OUTGOING_ALLOW: faulty.host,
    STRIPE_CONNECT_VERSION,
  })
  beforeAll(async () => {
    stripe = await startStrictStripe(clock.now)
    faulty = await startFaultyGateway(stripe.url, () => fault, answers.untilSent)
    const { close, ...world } = await startTree({ clock, limiter: noLimits, env: envOf(version) })
    ;({ db, http, tree } = world)
    return async () => {
      await close()
      await faulty.stop()
      await stripe.stop()
    }
  })
  afterEach(async () => {
    fault = 'ok'
    await db.adminPool.query('delete from connected_account')
    await db.adminPool.query(
      `update company set account_connected = null, charges_enabled = null, payouts_enabled = null, account_requirements = '{}'`,
    )
    await db.adminPool.query('delete from gateway_event')
    http.forget()
    clock.advance(3_600_000)
  })

  const check = async (app = http) => {
    const { id, owner } = tree.acme
    const params = { companyID: id, idsys: tree.root.id }
    return (await app.as(owner).call(checkConnectedAccount, { params })).body.data
  }
  const connect = async (app = http): Promise<string> => {
    const { id, owner } = tree.acme
    const answer = await app.as(owner).call(createConnectedAccount, { body: { companyID: id } })
    expect(answer.status).toBe(200)
    return (await readAccount()).account_id
  }
  const readAccount = async (): Promise<{ account_id: string; version: string }> =>
    (
      await db.adminPool.query<{ account_id: string; version: string }>(
        'select account_id, version from connected_account',
      )
    ).rows[0]!
  const standing = async () =>
    (
      await db.adminPool.query<{ state: string }>('select account_connected as state from company where id = $1', [
        tree.acme.id,
      ])
    ).rows[0]!.state
  const send = (body: string, at_ms = clock.now()) =>
    sendEvent(http, body, signatureOf(stripe.webhookSecret, body, at_ms))
  const stateOf = async (body: string): Promise<string | null> => {
    const { id } = JSON.parse(body) as { id: string }
    const { rows } = await db.adminPool.query<{ state: string }>('select state from gateway_event where id = $1', [id])
    return rows[0]?.state ?? null
  }

  const link = async (operation: typeof getAccountLink | typeof getExistingAccountLink) =>
    http.as(tree.acme.owner).call(operation, { body: { companyID: tree.acme.id } })

  test('can be linked, and linked again under another address', async () => {
    expect(await check()).toMatchObject({ accountconnected: '', can_connect: true })
    expect((await link(getExistingAccountLink)).status).toBe(409)
    const first = await link(getAccountLink)
    expect(first.body.data.url).toMatch(/^https:\/\/connect\.stripe\.com\//)
    const { account_id: id, version: keptVersion } = await readAccount()
    expect(keptVersion).toBe(version)
    stripe.moveAccount(id, 'submitted')
    await check()
    const again = await link(getExistingAccountLink)
    expect(again.body.data.url).not.toBe(first.body.data.url)
    expect((await db.adminPool.query('select from connected_account')).rowCount).toBe(1)
  })

  test('are checked at every step until they are completed, and the shell’s banners update', async () => {
    await link(getAccountLink)
    const pending = await check()
    expect(pending).toMatchObject({ accountconnected: 'pending', charges_enabled: 0, payouts_enabled: 0 })
    expect(pending.account_requirements).toContain(asked)
    // R060, R105: the access response follows the account's status.
    const access = async () => (await http.as(tree.acme.owner).call(readAccess)).body.data
    expect(await access()).toMatchObject({ accountconnected: 'pending', payouts_enabled: 0 })
    expect((await access()).account_requirements).toContain(asked)
    const { account_id: id } = await readAccount()
    stripe.moveAccount(id, 'submitted')
    expect(await check()).toMatchObject({ accountconnected: 'inverification', account_requirements: [] })
    stripe.moveAccount(id, 'ready')
    const completion = {
      accountconnected: 'completed',
      charges_enabled: 1,
      payouts_enabled: 1,
      account_requirements: [],
    }
    expect(await check()).toMatchObject(completion)
    expect(await access()).toMatchObject(completion)
  })

  test('are restricted with their open requirements, and fail when they are rejected or closed', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    expect(await check()).toMatchObject({ accountconnected: 'completed' })
    stripe.moveAccount(id, 'restricted')
    const restriction = { accountconnected: 'inverification', charges_enabled: 0, payouts_enabled: 0 }
    expect(await check()).toMatchObject({ ...restriction, account_requirements: [late] })
    expect((await http.as(tree.acme.owner).call(readAccess)).body.data).toMatchObject({
      ...restriction,
      account_requirements: [late],
    })
    stripe.moveAccount(id, 'rejected')
    expect(await check()).toMatchObject({ accountconnected: 'failed', charges_enabled: 0 })
    stripe.moveAccount(id, 'closed')
    expect(await check()).toMatchObject({ accountconnected: 'failed', payouts_enabled: 0 })
  })

  test('can be reset, after which another one can be connected', async () => {
    const { id, owner } = tree.acme
    const first = await connect()
    const params = { companyID: id, type: 'agency' }
    expect((await http.as(owner).call(resetPaymentConnection, { params })).body.message).toBe('Deleted!')
    expect(await check()).toMatchObject({ accountconnected: '', account_requirements: [] })
    clock.advance(120_000)
    expect(await connect()).not.toBe(first)
  })

  test('are not reverted by an outdated response', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'submitted')
    const early = answers.holdNext()
    const checking = check()
    await early.given
    stripe.moveAccount(id, 'ready')
    expect(await check()).toMatchObject({ accountconnected: 'completed' })
    early.letGo()
    await checking
    expect(await standing()).toBe('completed')
    expect((await check()).accountconnected).toBe('completed')
  })

  test('stay reset when a response arrives after that', async () => {
    const { id, owner } = tree.acme
    stripe.moveAccount(await connect(), 'ready')
    const late = answers.holdNext()
    const checking = check()
    await late.given
    const params = { companyID: id, type: 'agency' }
    expect((await http.as(owner).call(resetPaymentConnection, { params })).status).toBe(200)
    late.letGo()
    await checking
    expect(await standing()).toBe(null)
  })

  test('of sales staff can be completed, too', async () => {
    const { salesRep } = tree.root
    expect((await http.as(salesRep).call(createSalesAccount, { body: {} })).status).toBe(200)
    stripe.moveAccount((await readAccount()).account_id, 'ready')
    const params = { usrID: salesRep.id, idsys: tree.root.id }
    expect((await http.as(salesRep).call(checkSalesAccount, { params })).body.data.accountconnected).toBe('completed')
  })

  test('keep their version after new ones use the other version', async () => {
    const id = await connect()
    const after = await createTestApp(db, { clock, limiter: noLimits, env: envOf(other) })
    stripe.moveAccount(id, 'ready')
    expect(await check(after)).toMatchObject({ accountconnected: 'completed' })
    const body = { companyID: tree.acme.id }
    expect((await after.as(tree.acme.owner).call(getExistingAccountLink, { body })).status).toBe(200)
    const params = { companyID: tree.acme.id, type: 'agency' }
    await after.as(tree.acme.owner).call(resetPaymentConnection, { params })
    clock.advance(120_000)
    await connect(after)
    expect((await readAccount()).version).toBe(other)
    expect(await check(after)).toMatchObject({ accountconnected: 'pending' })
    await after.close()
  })

  test.each(tells)('are refreshed when Stripe sends %s, however often', async (type) => {
    const id = await connect()
    stripe.moveAccount(id, 'submitted')
    const happening = stripe.happened.filter((one) => one.type === type).at(-1)!
    const body = eventOf(happening)
    expect([await send(body), await send(body)]).toEqual([200, 200])
    // The event carries no status itself: when a stale event is applied, the current status is read.
    stripe.moveAccount(id, 'ready')
    await runJobs(db, http.platform)
    expect(await stateOf(body)).toBe('applied')
    expect(await standing()).toBe('completed')
  })

  test('are refreshed by an event of the other version', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    const object = stripe.accounts().find((one) => one.id === id)!
    const type = version === 'v1' ? 'v2.core.account.updated' : 'account.updated'
    const body = eventOf({
      type,
      object: { ...object, object: version === 'v1' ? 'v2.core.account' : 'account' },
      account: id,
    })
    expect(await send(body)).toBe(200)
    await runJobs(db, http.platform)
    expect(await standing()).toBe('completed')
  })

  test('wait with their event while Stripe does not respond', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    const body = eventOf(stripe.happened.at(-1)!)
    expect(await send(body)).toBe(200)
    fault = '500 before'
    await runJobs(db, http.platform)
    expect([await stateOf(body), await standing()]).toEqual(['received', 'pending'])
    fault = 'ok'
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect([await stateOf(body), await standing()]).toEqual(['applied', 'completed'])
  })

  test('wait with their event until their owner is known, for at most three days', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    const happening = stripe.happened.at(-1)!
    const strange = eventOf({
      ...happening,
      object: { ...happening.object, id: 'acct_x' },
      account: happening.account && 'acct_x',
    })
    const nobodys = eventOf({
      ...happening,
      object: { ...happening.object, id: 'acct_y' },
      account: happening.account && 'acct_y',
    })
    expect([await send(strange), await send(nobodys)]).toEqual([200, 200])
    await runJobs(db, http.platform)
    expect([await stateOf(strange), await standing()]).toEqual(['received', 'pending'])
    await db.adminPool.query(`update connected_account set account_id = 'acct_x'`)
    clock.advance(60_000)
    await applyWaitingEventsJob.run(http.platform, {})
    // Stripe has no account with the id that is stored now.
    expect([await stateOf(strange), await standing()]).toEqual(['applied', 'failed'])
    expect(await stateOf(nobodys)).toBe('received')
    clock.advance(3 * 86_400_000)
    await applyWaitingEventsJob.run(http.platform, {})
    expect(await stateOf(nobodys)).toBe('ignored')
  })

  test('are not refreshed by a version 2 event that names no account', async () => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    const event = { object: 'v2.core.event', type: 'v2.core.account.updated', created: '2026-11-20T12:00:00.000Z' }
    const relatedObjects = [
      undefined,
      null,
      {},
      { id, type: 'v2.core.account_person' },
      { id: 7, type: 'v2.core.account' },
    ]
    for (const [at, related_object] of relatedObjects.entries()) {
      const body = JSON.stringify({ ...event, id: `evt_${version}_${at}`, related_object })
      expect(await send(body)).toBe(200)
      await runJobs(db, http.platform)
      expect([await stateOf(body), await standing()]).toEqual(['ignored', 'pending'])
    }
  })

  test.each([
    ['unsigned', () => null],
    ['signed by somebody else', (body: string) => signatureOf('whsec_somebody0else', body, clock.now())],
    ['signed for other bytes', (body: string) => signatureOf(stripe.webhookSecret, `${body} `, clock.now())],
    ['signed six minutes ago', (body: string) => signatureOf(stripe.webhookSecret, body, clock.now() - 360_000)],
  ])('are not refreshed by an event that is %s', async (_how, sign) => {
    const id = await connect()
    stripe.moveAccount(id, 'ready')
    const body = eventOf(stripe.happened.at(-1)!)
    expect(await sendEvent(http, body, sign(body))).toBe(403)
    await runJobs(db, http.platform)
    expect([await stateOf(body), await standing()]).toEqual([null, 'pending'])
  })
})
