import { beforeEach, describe, expect, test } from 'vitest'
import { balancesOf, chargesOf } from '#server/test/payments.ts'
import { startShareStage, type ShareStage } from '#server/test/share-stage.ts'
import { divideOver } from './share-months.ts'

// What a refund of a client's payment returned of the operator's share is not returned again with the agency's own invoices, which list
// the same leads (decision 215).

let { db, tree, close, work, sell, pay, give, giveAgency, refundable, exclude, outcome, fail, problems } =
  {} as ShareStage
beforeEach(async () => {
  const { stop, ...stage } = await startShareStage()
  ;({ db, tree, close, work, sell, pay, give, giveAgency, refundable, exclude, outcome, fail, problems } = stage)
  await stage.storeOwnCard()
  return stop
})

const books = async () => ({ root_revenue: 0, agency_payable: 0, ...(await balancesOf(db, tree.acme.id)) })

/** Leads of another client, who does not pay: their agency's invoice asks for their cost. */
const sellUnpaid = () => sell(10, [150, 50], tree.acme.clients[1]!)

/** The agency's latest charge, which its card has paid. */
async function lastOwn(amount_cents: number): Promise<string> {
  const charge = (await chargesOf(db, tree.acme.owner)).at(-1)!
  expect(charge).toMatchObject({ status: 'succeeded', amount_cents })
  return charge.id
}

describe('of a month of $10.00, of which a client’s payment carried $5.00', () => {
  let payment = ''
  let month = ''
  let unpaidCampaign = ''
  beforeEach(async () => {
    await sell(10, [150, 50])
    unpaidCampaign = await sellUnpaid()
    payment = await pay()
    await close('2026-12-02')
    month = await lastOwn(500)
  })

  test('nothing can be refunded once the share and credits of the other leads came back', async () => {
    await give(payment, 15)
    await work()
    expect(await refundable(month)).toBe(5)
    await exclude(unpaidCampaign)
    expect(await refundable(month)).toBe(0)
    expect((await outcome()).kept).toBe(0)
    expect(await problems()).toEqual([])
  })

  test('a share of a refund in flight counts too', async () => {
    await exclude(unpaidCampaign)
    expect(await refundable(month)).toBe(5)
    await give(payment, 6)
    expect(await refundable(month)).toBe(3)
  })

  test('no lead is credited once the share and the rest of the month came back', async () => {
    await give(payment, 15)
    await work()
    await giveAgency(month, 5)
    await exclude(unpaidCampaign)
    expect(await outcome()).toEqual({ credits: 10, withheld: 10, kept: 0 })
    expect(await problems()).toEqual([])
  })

  test('a share that is returned last is owed again, until the refund of the month fails', async () => {
    await exclude(unpaidCampaign)
    await giveAgency(month, 5)
    await give(payment, 15)
    await work()
    expect(await books()).toMatchObject({ root_revenue: 0, agency_payable: 0 })
    expect(await problems()).toEqual([])
    await fail()
    expect(await books()).toMatchObject({ root_revenue: 0, agency_payable: 500 })
    expect(await problems()).toEqual([])
  })

  test('the doctor finds credits that disregard the share', async () => {
    await give(payment, 15)
    await work()
    await giveAgency(month, 5)
    await exclude(unpaidCampaign, async () => ({ retail: new Set(), wholesale: new Set() }))
    expect((await outcome()).kept).toBe(-500)
    expect(await problems()).toEqual([`invoice ${month} is less than its refunds plus its leads' credits`])
  })
})

test('a share for leads of two months counts in both, in the later one first', async () => {
  await close('2026-11-30')
  await sell(4, [150, 50])
  await close('2026-12-01')
  const november = await lastOwn(200)
  await sell(6, [150, 50])
  const unpaidCampaign = await sellUnpaid()
  await close('2026-12-08')
  const payment = await pay(0)
  await close('2027-01-02')
  // The payment carried $5.00: $2.00 more than its leads cost in December, which other leads owed.
  const december = await lastOwn(300)
  await give(payment, 9)
  await work()
  expect([await refundable(november), await refundable(december)]).toEqual([2, 3])
  await exclude(unpaidCampaign)
  expect([await refundable(november), await refundable(december)]).toEqual([2, 0])
  await give(payment, 6)
  await work()
  expect([await refundable(november), await refundable(december)]).toEqual([0, 0])
  expect((await outcome()).kept).toBe(0)
  expect(await problems()).toEqual([])
})

describe('of a payment for leads of two months, the later of which was refunded as far as the share had left it', () => {
  let november = ''
  let december = ''
  let month = ''
  beforeEach(async () => {
    await close('2026-11-30')
    november = await sell(6, [150, 50])
    await close('2026-12-01')
    december = await sell(10, [150, 50])
    await close('2026-12-08')
    const payment = await pay(0)
    const unpaidCampaign = await sellUnpaid()
    await close('2027-01-02')
    month = await lastOwn(500)
    // 40% of a payment of $24.00, and of its share of $5.00.
    await give(payment, 9.6)
    await work()
    await exclude(unpaidCampaign)
    expect(await refundable(month)).toBe(3)
    await giveAgency(month, 3)
    expect(await outcome()).toMatchObject({ credits: 10, withheld: 0, kept: 300 })
  })

  test('credits return the leads of the earlier month, and none of the later', async () => {
    await exclude(november)
    expect(await outcome()).toEqual({ credits: 16, withheld: 0, kept: 0 })
    await exclude(december)
    // Their client has $5.40 left: three leads.
    expect(await outcome()).toEqual({ credits: 19, withheld: 3, kept: 0 })
    expect(await problems()).toEqual([])
  })

  test('credits of the later month come back to the client alone', async () => {
    await exclude(december)
    expect(await outcome()).toEqual({ credits: 19, withheld: 9, kept: 300 })
    expect(await problems()).toEqual([])
  })
})

test('an amount is divided over what is left of months', () => {
  const of = (...lefts: number[]) => lefts.map((uncredited_e4) => ({ invoiceId: null, uncredited_e4 }))
  expect(divideOver(7, of(3, 5, 1))).toEqual([3, 4, 0])
  expect(divideOver(7, of(3, -1, 2))).toEqual([3, 0, 2])
  expect(divideOver(0, of(3))).toEqual([0])
})
