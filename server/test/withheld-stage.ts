import assert from 'node:assert/strict'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { createCustomer, replaceCard } from '#contract/payments/cards.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { reconcileChargesJob } from '#server/areas/payments/charges/reconcile.ts'
import { makeCampaign, type TestUser } from './factories.ts'
import { cardholder, connectAccount } from './payment-stage.ts'
import { cardNumbers, chargesOf, sellLeads, tokenOf } from './payments.ts'
import { runJobs } from './run-jobs.ts'
import { startSandboxTree, type SandboxTree } from './sandbox-tree.ts'

/** A client whose card is declined and whose payment carries a share of its agency's debt. Both have cards and accounts. */
export interface WithheldStage extends SandboxTree {
  client: () => SandboxTree['tree']['acme']['clients'][number]
  /** Gives the client a card that is not declined. */
  storeGoodCard(): Promise<void>
  goTo(instant: string): void
  sell(count: number): Promise<void>
  /** Closes ended periods and collects their charges. */
  closeMonths(): Promise<void>
  closeAt(date: string): Promise<void>
  /** Resolves charges in flight. */
  answer(): Promise<void>
  /** The agency's own charges. */
  own(): Promise<[status: string, cents: number][]>
  /** Sells ten leads whose client's payment is in flight when the agency's November is closed. Checks the agency's charge. */
  closeNovemberUnanswered(asked?: [status: string, cents: number]): Promise<void>
  /** Bills what the agency owes to date; returns the charge's id. */
  endManualBilling(): Promise<string>
  /** The doctor's findings. */
  problems(): Promise<string[]>
}

export async function startWithheldStage(): Promise<WithheldStage> {
  const stage = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  const { db, http, tree, sandbox, clock, whileUnanswered } = stage
  const client = () => tree.acme.clients[0]!
  const store = async (user: TestUser, number: string): Promise<void> => {
    const body = { tokenid: await tokenOf(sandbox, number), ...cardholder }
    assert.equal((await http.as(user).call(createCustomer, { body })).status, 200)
  }
  await connectAccount(http, sandbox, tree.acme)
  await store(tree.acme.owner, cardNumbers.good)
  await store(client().user, cardNumbers.declined)

  const goTo = (instant: string): void => clock.advance(Date.parse(instant) - clock.now())
  const sell = async (count: number): Promise<void> => {
    const campaign = await makeCampaign(db, client())
    await sellLeads(db, tree.acme, { client: client(), campaign, at_ms: clock.now(), count })
  }
  const closeMonths = async (): Promise<void> => {
    await closePeriodsJob.run(http.platform, {})
    await runJobs(db, http.platform)
  }
  const readOwnCharges = async (): Promise<[status: string, cents: number][]> =>
    (await chargesOf(db, tree.acme.owner)).map(({ status, amount_cents }) => [status, amount_cents])
  return {
    ...stage,
    client,
    async storeGoodCard() {
      const body = { tokenid: await tokenOf(sandbox), ...cardholder }
      assert.equal((await http.as(client().user).call(replaceCard, { body })).status, 200)
      // Removes the other one while the gateway can be reached.
      await runJobs(db, http.platform)
    },
    goTo,
    sell,
    closeMonths,
    own: readOwnCharges,
    closeAt: async (date) => {
      goTo(`${date}T06:01:00Z`)
      await closeMonths()
    },
    answer: () => reconcileChargesJob.run(http.platform, {}),
    async closeNovemberUnanswered(asked = ['settled', 0]) {
      await sell(10)
      goTo('2026-11-23T06:01:00Z')
      await whileUnanswered(async (platform) => {
        await closePeriodsJob.run(platform, {})
        await runJobs(db, platform)
      })
      goTo('2026-12-01T06:01:00Z')
      await closeMonths()
      assert.deepEqual(await readOwnCharges(), [asked])
    },
    async endManualBilling() {
      await db.adminPool.query('update company set manual_bill = true where id = $1', [tree.acme.id])
      http.forget()
      const body = { companyID: tree.acme.id, manualBill: 'F' } as const
      assert.equal((await http.as(tree.root.system).call(setBillingMethod, { body })).status, 200)
      await runJobs(db, http.platform)
      const { rows } = await db.adminPool.query<{ id: string }>(`select id from charge where kind = 'manual_bill'`)
      return rows[0]!.id
    },
    problems: async () =>
      (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((book) => book.problems),
  }
}
