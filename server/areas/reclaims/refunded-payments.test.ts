import { beforeEach, describe, expect, test } from 'vitest'
import { balancesOf } from '#server/test/payments.ts'
import { reclaimsOn } from '#server/test/reclaims.ts'
import { startShareStage, type ShareStage } from '#server/test/share-stage.ts'

// A refund of a client's payment pays the operator's share out with it, but the agency owes it again beyond its allowance (decision 223).

let stage = {} as ShareStage
beforeEach(async () => {
  stage = await startShareStage()
  await limit()
  return stage.stop
})
const { limit, claims, decide, report, booked, setRule, problems, sums } = reclaimsOn(() => stage)

const readDebt = async () => -((await balancesOf(stage.db, stage.tree.acme.id))['agency_payable'] ?? 0)
const readKept = async () => (await stage.outcome()).kept

/** Twenty leads of $1.50, each with $0.50 for the operator, and their paid invoice. */
async function sold(): Promise<string> {
  await stage.sell(20, [150, 50])
  const charge = await stage.pay()
  expect(await readKept()).toBe(1_000)
  return charge
}

describe('a refund of a client’s payment', () => {
  test('gives the client its money, and beyond the allowance leaves the share owed until the operator accepts it', async () => {
    const charge = await sold()
    const before = await readDebt()
    await stage.give(charge, 30)
    await stage.work()
    expect(await readKept()).toBe(1_000)
    expect((await readDebt()) - before).toBe(1_000)
    expect((await claims()).map(({ source, amount, state }) => [source, amount, state])).toEqual([
      ['refund', 10, 'waiting'],
    ])
    expect(await stage.problems()).toEqual([])
    expect((await decide('accept')).status).toBe(200)
    expect([await readKept(), (await readDebt()) - before]).toEqual([0, 0])
    expect(await report()).toMatchObject({ accepted: 10, returned: 10, waiting: 0 })
    expect(await booked()).toBe(10)
    expect(await problems()).toEqual([])
  })

  test('in small parts gives back a tenth of the cost, and the rest waits', async () => {
    const charge = await sold()
    for (let n = 0; n < 5; n++) {
      await stage.give(charge, 1.5)
      await stage.work()
    }
    expect(await readKept()).toBe(900)
    expect(sums(await claims())).toEqual({ waiting: [3, 1.5] })
    expect((await decide('decline')).status).toBe(200)
    expect([await readKept(), sums(await claims())]).toEqual([900, { declined: [3, 1.5] }])
    expect(await problems()).toEqual([])
  })

  test('that fails withdraws what waits, and leaves the room that it had used', async () => {
    const charge = await sold()
    await setRule({ share_percent: 100 })
    await stage.give(charge, 15)
    await stage.work()
    expect(await report()).toMatchObject({ used: 5 })
    await stage.fail()
    expect(await report()).toMatchObject({ used: 0, returned: 0 })
    await setRule({ share_percent: 0 })
    await stage.give(charge, 15)
    await stage.work()
    expect(sums(await claims())).toEqual({ waiting: [1, 5] })
    await stage.db.adminPool.query(
      `update refund set created_at = now() - interval '9 years' where state = 'succeeded'`,
    )
    await stage.fail()
    expect([await readKept(), await booked()]).toEqual([1_000, 0])
    expect(await problems()).toEqual([])
  })

  test('that waits is asked for by the agency’s next invoice, and deducted once it is accepted', async () => {
    await stage.storeOwnCard()
    const charge = await sold()
    await stage.give(charge, 30)
    await stage.work()
    await stage.close('2026-12-01')
    expect(await problems()).toEqual([])
    expect((await decide('accept')).status).toBe(200)
    await stage.close('2027-01-01')
    expect(await problems()).toEqual([])
  })

  test('counts together with the credits of leads', async () => {
    await sold()
    const campaign = await stage.sell(20, [150, 50])
    const change = await stage.exclude(campaign)
    expect((await report()).used).toBe(2)
    expect(sums(await claims())).toEqual({ waiting: [1, 8] })
    await stage.include(change)
    expect(await report()).toMatchObject({ used: 0, waiting: 0 })
    expect(sums(await claims())).toEqual({ withdrawn: [1, 8] })
    expect([await readKept(), await booked()]).toEqual([2_000, 0])
    expect(await problems()).toEqual([])
  })
})
