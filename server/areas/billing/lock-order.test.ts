import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settleCharge } from '#contract/billing/invoices.ts'
import { setBillingMethod, settleManualBill } from '#contract/billing/manual-bill.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { sellLeads } from '#server/test/payments.ts'

// Whoever records a payment and whoever changes its payer at the same moment wait for each other, and neither is ended by the database.

let { db, http, tree, close } = {} as OpenTree & { close(): Promise<void> }
const chargeID = crypto.randomUUID()

/** An agency whose access ended with a charge that failed on all its days, and that owes more. */
beforeEach(async () => {
  ;({ db, http, tree, close } = await startTree())
  const client = tree.acme.clients[0]!
  await sellLeads(db, tree.acme, { client, campaign: await makeCampaign(db, client), at_ms: Date.now(), count: 10 })
  const of = [tree.acme.id, chargeID, tree.root.id]
  await db.adminPool.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'manual_bill', 'declined', 100, now())`,
    of,
  )
  await db.adminPool.query(
    `insert into dunning_case (agency_id, charge_id, root_id, first_on, tries, over_at)
     values ($1, $2, $3, current_date, 4, now())`,
    of,
  )
  await db.adminPool.query(`update company set payment_status = 'failed', manual_bill = true where id = $1`, [
    tree.acme.id,
  ])
})
afterEach(() => close())

const deadlocks = async (): Promise<number> =>
  (
    await db.adminPool.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    )
  ).rows[0]!.count

/** Starts both, one after the other, while somebody else holds a row that both need, and returns their statuses. */
async function race(held: string, works: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const holder = await db.adminPool.connect()
  await holder.query('begin')
  expect((await holder.query(held, [tree.acme.id])).rowCount).toBe(1)
  const running: Promise<{ status: number }>[] = []
  for (const work of works) {
    running.push(work())
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(running.length)
  }
  await holder.query('commit')
  holder.release()
  return (await Promise.all(running)).map(({ status }) => status)
}

const asRoot = () => http.as(tree.root.system)
const pay = () => asRoot().call(settleCharge, { body: { companyID: tree.acme.id, chargeID } })

describe('a payment that is recorded at the moment when', () => {
  test.each([
    [
      'the operator restores the access of its payer',
      'select from dunning_case where agency_id = $1 for update',
      () => asRoot().call(settleManualBill, { body: { userID: tree.acme.owner.id } }),
    ],
    [
      'manual billing of its payer ends',
      `select from ledger_account where agency_id = $1 and kind = 'agency_payable' for update`,
      () => asRoot().call(setBillingMethod, { body: { companyID: tree.acme.id, manualBill: 'F' } }),
    ],
  ])('%s', async (_what, held, change) => {
    expect(await race(held, [pay, change])).toEqual([200, 200])
    // The database counts within a second.
    await new Promise((done) => setTimeout(done, 1_500))
    expect(await deadlocks()).toBe(0)
  })
})
