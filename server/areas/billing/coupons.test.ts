import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCoupon, getCoupon, listCoupons, revokeCoupon } from '#contract/billing/coupons.ts'
import { setOnboarding } from '#contract/billing/onboarding.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#server/test/factories.ts'
import { discountOf, redeemCoupon } from './redeem-coupon.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  const body = { companyID: tree.root.id, amount: 100, enable_coupon: 'T' }
  expect((await http.as(tree.root.system).call(setOnboarding, { body })).status).toBe(200)
})
// Resets the windows of every rate limit.
beforeEach(() => {
  clock.advance(3_600_000)
  http.forget()
})

const create = (body: Record<string, unknown>, user: TestUser = tree.root.system) =>
  http.as(user).call(createCoupon, { body })
const addCoupon = async (body: Record<string, unknown>, user?: TestUser): Promise<string> => {
  const answer = await create(body, user)
  expect([body, answer.status]).toEqual([body, 200])
  return answer.body.data.id
}
const ask = (coupon_code: string, user: TestUser = tree.acme.owner) =>
  http.as(user).call(getCoupon, { body: { coupon_code, company_id: user.companyId } })
const list = async (user: TestUser = tree.root.system) => (await http.as(user).call(listCoupons)).body.data

describe('a coupon', () => {
  test('C135, R136: takes a percentage or an amount off the agency’s fee, and checking it does not use it up', async () => {
    await addCoupon({ code: 'spring-30', type: 'percent', value: 30 })
    clock.advance(1)
    await addCoupon({ code: 'TENOFF', type: 'amount', value: '10.5' })
    const answer = await ask('  Spring-30 ')
    expect(answer.body.data).toMatchObject({ code: 'SPRING-30', price: 100, discount: 30, total: 70 })
    expect((await ask('tenoff')).body.data).toMatchObject({ discount: 10.5, total: 89.5 })
    expect(await list()).toEqual([
      expect.objectContaining({ code: 'TENOFF', type: 'amount', value: 10.5, uses: 0, state: 'active' }),
      expect.objectContaining({ code: 'SPRING-30', type: 'percent', value: 30, max_uses: null, expires_on: null }),
    ])
  })

  test('never takes off more than the fee, nor leaves less than the card minimum (R233)', () => {
    const percent = (value: number) => ({ percent: value, amount_cents: null })
    const amount = (cents: number) => ({ percent: null, amount_cents: cents })
    expect(discountOf(percent(100), 9_999)).toBe(9_999)
    expect(discountOf(amount(20_000), 9_999)).toBe(9_999)
    expect(discountOf(amount(9_949), 9_999)).toBe(9_999)
    expect(discountOf(amount(9_948), 9_999)).toBe(9_948)
    // 12.5 and 37.5 cents: rounded half to even.
    expect([discountOf(percent(1), 1_250), discountOf(percent(1), 3_750)]).toEqual([12, 38])
  })

  test('R179: gets one error if unknown, expired, revoked, used up, used before or another operator’s', async () => {
    const day = { expires_on: '2026-11-20' }
    const couponId = await addCoupon({ code: 'REVOKED', type: 'percent', value: 5 })
    expect((await http.as(tree.root.system).call(revokeCoupon, { body: { couponId } })).status).toBe(200)
    const usedCouponId = await addCoupon({ code: 'USED', type: 'percent', value: 5, max_uses: 1 })
    await db.adminPool.query('update coupon set uses = 1 where id = $1', [usedCouponId])
    const once = await addCoupon({ code: 'ONCE', type: 'percent', value: 5 })
    await db.adminPool.query(
      'insert into coupon_use (agency_id, coupon_id, root_id, charge_id, used_at) values ($1, $2, $3, $2, now())',
      [tree.acme.id, once, tree.root.id],
    )
    await addCoupon({ code: 'FOREIGN', type: 'percent', value: 5 }, tree.other.system)
    await addCoupon({ code: 'TODAY', type: 'percent', value: 5, ...day })
    expect((await ask('TODAY')).status).toBe(200)
    expect((await list()).find(({ code }) => code === 'TODAY')).toMatchObject(day)
    // It is valid until the day ends in the operator's zone: midnight in Chicago.
    await db.adminPool.query(`update coupon set expires_at = $1 where code = 'TODAY'`, [new Date(clock.now())])
    const refusals = []
    for (const code of ['NOBODYS', 'REVOKED', 'USED', 'ONCE', 'FOREIGN', 'TODAY', "' or 1=1 --"]) {
      const { status, body } = await ask(code)
      refusals.push({ status, field: body.field, message: body.message })
    }
    const refusal = { status: 422, field: 'coupon_code', message: 'This coupon cannot be used.' }
    expect(refusals).toEqual(refusals.map(() => refusal))
    const states = Object.fromEntries((await list()).map(({ code, state }) => [code, state]))
    expect(states).toMatchObject({ REVOKED: 'revoked', USED: 'used_up', TODAY: 'expired', ONCE: 'active' })
    expect((await ask('ONCE', tree.brightside.owner)).status).toBe(200)
  })

  test('keeps its last day and its end when its operator moves to another time zone', async () => {
    const moveTo = (zone: string) =>
      db.adminPool.query('update company set time_zone = $2 where id = $1', [tree.root.id, zone])
    const code = 'MOVED'
    const id = await addCoupon({ code, type: 'percent', value: 5, expires_on: '2026-11-21' })
    const readCoupon = async () => (await list()).find((one) => one.id === id)
    try {
      for (const zone of ['Asia/Tokyo', 'Pacific/Honolulu']) {
        await moveTo(zone)
        expect(await readCoupon()).toMatchObject({ expires_on: '2026-11-21', state: 'active' })
      }
      const { rows } = await db.adminPool.query<{ at: Date }>('select expires_at as at from coupon where id = $1', [id])
      // Midnight in Chicago, where the operator was when it chose the day.
      expect(rows[0]!.at.toISOString()).toBe('2026-11-22T06:00:00.000Z')
    } finally {
      await moveTo('America/Chicago')
    }
  })

  test('can be checked ten times an hour per company, and blank codes are rejected (R136)', async () => {
    for (const blank of ['', '   ', '\u0000', 'x'.repeat(101)])
      expect((await ask(blank)).body).toMatchObject({ code: 'invalid', field: 'coupon_code' })
    const { owner } = tree.brightside
    for (let count = 0; count < 10; count++) await ask(`GUESS${count}`, owner)
    expect((await ask('SPRING-30', owner)).status).toBe(429)
  })

  test('is created only by the operator, with a unique code, a whole percentage and no past expiration', async () => {
    const refusals: [Record<string, unknown>, string, RegExp?][] = [
      [{ code: 'spring-30', type: 'percent', value: 5 }, 'code', /already/],
      [{ code: 'A', type: 'percent', value: 5 }, 'code'],
      [{ code: '<img src=x onerror=alert(1)>', type: 'percent', value: 5 }, 'code'],
      ...[0, -1, 101, 2.5, 1e21, 'ten', null].map((value): [Record<string, unknown>, string] => [
        { code: 'WRONG', type: 'percent', value },
        'value',
      ]),
      ...[0, -5, 1e21, 9.999, 100_000, 'NaN', '9'.repeat(30)].map((value): [Record<string, unknown>, string] => [
        { code: 'WRONG', type: 'amount', value },
        'value',
      ]),
      [{ code: 'WRONG', type: 'amount', value: 5, max_uses: 0 }, 'max_uses'],
      [{ code: 'WRONG', type: 'amount', value: 5, max_uses: 1e9 }, 'max_uses'],
      [{ code: 'WRONG', type: 'amount', value: 5, expires_on: '2026-11-19' }, 'expires_on', /later date/],
      [{ code: 'WRONG', type: 'amount', value: 5, expires_on: '2026-02-31' }, 'expires_on'],
    ]
    for (const [body, field, message = /./] of refusals) {
      const answer = await create(body)
      expect([body, answer.status, answer.body.field, answer.body.message]).toEqual([
        body,
        422,
        field,
        expect.stringMatching(message),
      ])
    }
    expect((await list()).some(({ code }) => code === 'WRONG')).toBe(false)
    expect((await create({ code: 'MINE', type: 'percent', value: 5 }, tree.acme.owner)).status).toBe(403)
    const foreign = (await list(tree.other.system))[0]!.id
    expect((await http.as(tree.root.system).call(revokeCoupon, { body: { couponId: foreign } })).status).toBe(404)
  })
})

describe('50 concurrent redemptions', () => {
  const redeem = async (agencyId: string, code: string): Promise<number | 'refused'> =>
    inScope(http.platform.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
      redeemCoupon(tx, { rootId: tree.root.id, agencyId }, clock.now(), code, {
        id: newId(clock.now()),
        fee_cents: 10_000,
      }),
    ).catch((failure: { field?: string }) => {
      expect(failure.field).toBe('coupon_code')
      return 'refused' as const
    })
  const countWins = (outcomes: (number | 'refused')[]): number => outcomes.filter((one) => one !== 'refused').length

  test('use a coupon exactly as often as it allows', async () => {
    const id = await addCoupon({ code: 'SEVEN', type: 'amount', value: 25, max_uses: 7 })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => redeem(newId(clock.now()), 'SEVEN')))
    expect([countWins(outcomes), outcomes.find((one) => one !== 'refused')]).toEqual([7, 2_500])
    const { rows } = await db.adminPool.query('select uses from coupon where id = $1', [id])
    expect(rows).toEqual([{ uses: 7 }])
    const uses = await db.adminPool.query('select from coupon_use where coupon_id = $1', [id])
    expect(uses.rowCount).toBe(7)
  })

  test('use it once per company', async () => {
    const id = await addCoupon({ code: 'ALONE', type: 'percent', value: 10, max_uses: 40 })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => redeem(tree.acme.id, 'ALONE')))
    expect(countWins(outcomes)).toBe(1)
    const { rows } = await db.adminPool.query('select uses from coupon where id = $1', [id])
    expect(rows).toEqual([{ uses: 1 }])
  })
})
