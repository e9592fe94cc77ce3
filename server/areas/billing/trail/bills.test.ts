import { beforeEach, describe, expect, test } from 'vitest'
import { readMoneyTrail } from '#contract/billing/money-trail.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { startWithheldStage, type WithheldStage } from '#server/test/withheld-stage.ts'

// A bill that ends manual billing asks for leads, too: before their invoice, or for what an invoice left out.

let stage = {} as WithheldStage
beforeEach(async () => {
  stage = await startWithheldStage()
  return stage.close
})

/** The bills in the trail of the oldest or the newest lead: in the client's leg, and in the agency's. */
async function billsOf(which: 'oldest' | 'newest') {
  const { db, http, tree } = stage
  const { rows } = await db.adminPool.query<{ id: string }>(
    `select id from lead order by created_at ${which === 'oldest' ? 'asc' : 'desc'}, id limit 1`,
  )
  http.forget()
  const { body } = await http.as(tree.acme.owner).call(readMoneyTrail, { params: { id: rows[0]!.id } })
  return body.data.map(({ leg, bill, invoice }) => [leg, bill, invoice !== null] as const)
}

describe('the money trail of a lead', () => {
  test('names the bill that asked for it before its invoice, in the agency’s leg alone', async () => {
    const { sell, endManualBilling, clock, closeAt } = stage
    await sell(10)
    const id = await endManualBilling()
    const bill = { id, amount: 5, refunded: 0, status: 'succeeded' }
    expect(await billsOf('oldest')).toMatchObject([
      ['retail', null, false],
      ['wholesale', bill, false],
    ])
    clock.advance(60_000)
    await sell(10)
    expect(await billsOf('newest')).toMatchObject([
      ['retail', null, false],
      ['wholesale', null, false],
    ])
    await closeAt('2026-12-01')
    expect(await billsOf('oldest')).toMatchObject([
      ['retail', null, true],
      ['wholesale', bill, true],
    ])
  })

  test('names no bill for a lead that was credited before the bill', async () => {
    const { db, tree, clock, sell, endManualBilling } = stage
    await sell(10)
    clock.advance(60_000)
    await sell(10)
    await db.adminPool.query(
      'update lead set person_id = 999 where id in (select id from lead order by created_at, id limit 4)',
    )
    const book = { rootId: tree.root.id, agencyId: tree.acme.id }
    const rule = {
      changeId: newId(clock.now()),
      personIds: [999],
      since: new Date(0),
      clientId: null,
      campaignId: null,
    }
    await inScope(db.appPool, { kind: 'agency', ...book }, (tx) => creditLeads(tx, book, clock.now(), rule))
    clock.advance(60_000)
    const id = await endManualBilling()
    expect((await billsOf('oldest'))[1]).toMatchObject(['wholesale', null, false])
    expect((await billsOf('newest'))[1]).toMatchObject(['wholesale', { id, amount: 8 }, false])
  })

  test('names the bill that asked for what its invoice had left out', async () => {
    const { closeNovemberUnanswered, answer, endManualBilling } = stage
    await closeNovemberUnanswered()
    await answer()
    expect((await billsOf('oldest'))[1]).toMatchObject(['wholesale', null, true])
    const id = await endManualBilling()
    expect((await billsOf('oldest'))[1]).toMatchObject(['wholesale', { id, amount: 5 }, true])
  })
})
