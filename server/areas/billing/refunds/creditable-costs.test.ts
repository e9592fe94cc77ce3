import { beforeEach, describe, expect, test } from 'vitest'
import { balancesOf, chargesOf } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startShareStage, type ShareStage } from '#server/test/share-stage.ts'

// A refund of a client's payment returns the operator's share in proportion. Together with the credits of its leads it gives back no
// more than they cost, whichever comes first (decisions 213, 214).

let { db, tree, client, whileUnanswered, close, work, sell, pay } = {} as ShareStage
let { give, exclude, include, outcome, answer, fail, problems } = {} as ShareStage
beforeEach(async () => {
  const { stop, ...stage } = await startShareStage()
  ;({ db, tree, client, whileUnanswered, close, work, sell, pay } = stage)
  ;({ give, exclude, include, outcome, answer, fail, problems } = stage)
  return stop
})

const books = async () => ({ root_revenue: 0, agency_payable: 0, ...(await balancesOf(db, tree.acme.id)) })

describe('after a refund of a line that cost its agency little', () => {
  let charge = ''
  let cheap = ''
  /** Ten leads of $1.00, each with $0.50 for the operator, and one of $15.00 with $0.10: a share of $5.10. */
  beforeEach(async () => {
    cheap = await sell(10, [100, 50])
    await sell(1, [1_500, 10])
    charge = await pay()
    expect((await outcome()).kept).toBe(510)
  })

  test('credits of the other leads return what its part of the share left', async () => {
    await give(charge, 15)
    await work()
    expect((await outcome()).kept).toBe(204)
    await exclude(cheap)
    // $2.04 are left: four leads.
    expect(await outcome()).toEqual({ credits: 10, withheld: 6, kept: 4 })
    expect(await balancesOf(db, tree.acme.id)).toMatchObject({ client_receivable: 1_000, agency_payable: 200 })
    expect(await problems()).toEqual([])
  })

  test('the rest is credited once that refund fails', async () => {
    await give(charge, 15)
    await work()
    await exclude(cheap)
    await fail()
    expect(await outcome()).toEqual({ credits: 10, withheld: 0, kept: 10 })
    await work()
    expect(await outcome()).toEqual({ credits: 10, withheld: 0, kept: 10 })
    expect(await problems()).toEqual([])
  })

  test.each([
    ['succeeds', () => answer(), { credits: 10, withheld: 6, kept: 4 }],
    ['fails', () => fail(), { credits: 10, withheld: 0, kept: 10 }],
  ])('in flight, which then %s, it counts too', async (_ends, end, expected) => {
    await give(charge, 15)
    await whileUnanswered((platform) => runJobs(db, platform))
    await exclude(cheap)
    expect(await outcome()).toEqual({ credits: 10, withheld: 6, kept: 310 })
    await end()
    expect(await outcome()).toEqual(expected)
    expect(await problems()).toEqual([])
  })

  test('the doctor finds credits that disregard it', async () => {
    await give(charge, 15)
    await work()
    await exclude(cheap, async () => ({ retail: new Set(), wholesale: new Set() }))
    expect((await outcome()).kept).toBe(-296)
    expect(await problems()).toEqual([`invoice ${charge} cost less than its refunded share plus its leads' credits`])
  })
})

test('after a refund of all that an earlier credit left to pay, leads that still fit are credited to their client alone', async () => {
  const first = await sell(4, [150, 50])
  await pay()
  await exclude(first)
  // Another client's leads, so that the agency still owes the whole share.
  await sell(10, [150, 50], tree.acme.clients[1]!)
  const second = await sell(10, [150, 50])
  const charge = await pay(7)
  expect((await chargesOf(db, client().user)).at(-1)!.amount_cents).toBe(900)
  await give(charge, 9)
  await work()
  const { kept } = await outcome()
  await exclude(second)
  expect(await outcome()).toEqual({ credits: 8, withheld: 4, kept })
  expect(await problems()).toEqual([])
})

describe('after credits of leads that cost their agency most', () => {
  let charge = ''
  let cheap = ''
  let change = ''
  /** Credits return $5.00 of a share of $5.10, and then refunds of the rest of the payment $3.06 of it in cash. */
  beforeEach(async () => {
    cheap = await sell(10, [100, 50])
    await sell(1, [1_500, 10])
    charge = await pay()
    change = await exclude(cheap)
    expect((await outcome()).kept).toBe(10)
  })

  test('a refund returns its part of the share in cash, and the agency owes what the credits had given back of it', async () => {
    await give(charge, 15)
    await work()
    // Of the credits of $5.00, $2.04 are left: $3.06 were paid out, of which only $0.10 had not come back yet.
    expect(await books()).toMatchObject({ root_revenue: 0, agency_payable: 204, client_receivable: 1_000 })
    expect(await problems()).toEqual([])
  })

  test('several refunds return no more together', async () => {
    for (const amount of [1, 0.01, 6.99, 7]) await give(charge, amount)
    await work()
    expect(await books()).toMatchObject({ root_revenue: 0, agency_payable: 204 })
    expect(await problems()).toEqual([])
  })

  test('what a returned refund had given back is left to the others', async () => {
    await give(charge, 1)
    await work()
    await give(charge, 14)
    await work()
    await fail()
    // The refund of $14.00 paid out $2.86.
    expect(await books()).toMatchObject({ root_revenue: 0, agency_payable: 224 })
    expect(await problems()).toEqual([])
  })

  test('what a refund left out comes back once the credits are reversed, and is undone with it', async () => {
    await give(charge, 15)
    await work()
    await include(change)
    expect(await books()).toMatchObject({ root_revenue: 204, agency_payable: 0 })
    await work()
    await fail()
    expect(await books()).toMatchObject({ root_revenue: 510, agency_payable: 0 })
    expect(await problems()).toEqual([])
  })

  test('the next invoice asks for it if an invoice had deducted the credits', async () => {
    await sell(10, [150, 50], tree.acme.clients[1]!)
    // November's and December's invoices.
    await close('2027-01-02')
    expect(await books()).toMatchObject({ agency_payable: 0 })
    await give(charge, 15)
    await work()
    expect(await books()).toMatchObject({ root_revenue: 500, agency_payable: -296 })
    await close('2027-02-02')
    expect((await chargesOf(db, tree.acme.owner)).at(-1)).toMatchObject({ kind: 'leads', amount_cents: 296 })
    expect(await problems()).toEqual([])
  })

  test('the doctor finds a refund that disregards them', async () => {
    await give(charge, 15)
    await work()
    await db.adminPool.query(
      `update lead_credit set wholesale_e4 = wholesale_e4 + 1 where lead_id = (select min(lead_id::text)::uuid from lead_credit)`,
    )
    expect(await problems()).toContain(`invoice ${charge} cost less than its refunded share plus its leads' credits`)
  })
})
