import assert from 'node:assert/strict'
import { listRefunds, refundCharge } from '#contract/billing/refunds.ts'
import { createCustomer, createDirectCustomer } from '#contract/payments/cards.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { failRefund, lockRefund } from '#server/areas/billing/refunds/refunds.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { undoRefund } from '#server/areas/billing/refunds/book-refund.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { creditLeads } from '#server/areas/leads/credit-leads.ts'
import { reverseExclusionCreditsJob } from '#server/areas/exclusions/import-upload.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { reconcileRefundsJob } from '#server/areas/payments/refunds/send-refund.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestClient } from './factories.ts'
import { cardholder, connectAccount } from './payment-stage.ts'
import { balancesOf, chargesOf, sellLeads, tokenOf } from './payments.ts'
import { runJobs } from './run-jobs.ts'
import { startSandboxTree, type SandboxTree } from './sandbox-tree.ts'

/** A client whose card pays its weeks, with the operator's share, and what refunds and credits then give back. */
export interface ShareStage extends Omit<SandboxTree, 'close'> {
  stop: SandboxTree['close']
  client: () => TestClient
  work(): Promise<string[]>
  /** Leads of a new campaign at prices in cents. Returns the campaign. */
  sell(count: number, prices: [retail: number, wholesale: number], of?: TestClient): Promise<string>
  /** Closes all periods that have ended by a date, and collects. */
  close(date: string): Promise<void>
  /** Closes the client's week; its card pays. Returns the charge. */
  pay(days?: number): Promise<string>
  /** Refunds an amount of a client's payment, as a single line if the invoice has one that is left in full. */
  give(chargeId: string, amount: number): Promise<void>
  /** Stores a card of the agency, which pays its own invoices. */
  storeOwnCard(): Promise<void>
  /** What the operator can still refund of one of the agency's own charges, in dollars. */
  refundable(chargeId: string): Promise<number>
  /** Refunds an amount of one of the agency's own charges. */
  giveAgency(chargeId: string, amount: number): Promise<void>
  /** Credits a campaign's leads as an exclusion does, by default without those that were refunded. Returns the change. */
  exclude(campaignId: string, find?: Parameters<typeof creditLeads>[4]): Promise<string>
  /** Reverses the credits of a change, as undoing the exclusion does. */
  include(changeId: string): Promise<void>
  /** The number of credits, of those without the agency's leg, and what the operator keeps, in cents. */
  outcome(): Promise<{ credits: number; withheld: number; kept: number }>
  /** The gateway answers what became of a refund. */
  answer(): Promise<void>
  /** The gateway gives up on the oldest refund if it is under way, or the payer's bank returns it after it succeeded. */
  fail(): Promise<void>
  /** The doctor's findings. */
  problems(): Promise<string[]>
}

export async function startShareStage(): Promise<ShareStage> {
  // A Friday.
  const { close: stop, ...stage } = await startSandboxTree(Date.UTC(2026, 10, 20, 12))
  const { db, http, tree, sandbox } = stage
  const client = () => tree.acme.clients[0]!
  await connectAccount(http, sandbox, tree.acme)
  const body = { tokenid: await tokenOf(sandbox), ...cardholder }
  assert.equal((await http.as(client().user).call(createDirectCustomer, { body })).status, 200)
  const work = (): Promise<string[]> => runJobs(db, http.platform)
  return { ...stage, stop, client, work, ...sellingOn(stage, work), ...givingBackOn(stage, work) }
}

type Tree = Omit<SandboxTree, 'close'>

const bookOf = ({ tree }: Tree) => ({ rootId: tree.root.id, agencyId: tree.acme.id })
const inAgency = <T>(stage: Tree, work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(stage.db.appPool, { kind: 'agency', ...bookOf(stage) }, work)

function sellingOn(
  { db, http, tree, clock }: Tree,
  work: () => Promise<string[]>,
): Pick<ShareStage, 'sell' | 'close' | 'pay' | 'outcome' | 'problems'> {
  const client = tree.acme.clients[0]!
  return {
    async sell(count, [retail, wholesale], of = client) {
      const campaign = await makeCampaign(db, of)
      const prices = { retail_e4: retail * 100, wholesale_e4: wholesale * 100 }
      await sellLeads(db, tree.acme, { client: of, campaign, at_ms: clock.now(), count, ...prices })
      await db.adminPool.query('update lead set retail_price_e4 = $2, wholesale_price_e4 = $3 where campaign_id = $1', [
        campaign.id,
        prices.retail_e4,
        prices.wholesale_e4,
      ])
      return campaign.id
    },
    async close(date) {
      clock.advance(Date.parse(`${date}T12:00:00Z`) - clock.now())
      await closePeriodsJob.run(http.platform, {})
      await work()
      http.forget()
    },
    async pay(days = 3) {
      clock.advance(days * 86_400_000)
      await closePeriodsJob.run(http.platform, {})
      await work()
      http.forget()
      const charge = (await chargesOf(db, client.user)).at(-1)!
      assert.equal(charge.status, 'succeeded')
      return charge.id
    },
    async outcome() {
      const { rows } = await db.adminPool.query<{ credits: number; withheld: number }>(
        `select count(*)::integer as credits, (count(*) filter (where wholesale_refunded))::integer as "withheld"
           from lead_credit where reversed_at is null`,
      )
      return { ...rows[0]!, kept: (await balancesOf(db, tree.acme.id))['root_revenue'] ?? 0 }
    },
    problems: async () =>
      (await verifyLedger(db.appPool, [verifyCharges, verifyInvoices, verifyRefunds])).flatMap((one) => one.problems),
  }
}

function givingBackOn(
  stage: Tree,
  work: () => Promise<string[]>,
): Pick<ShareStage, 'giveAgency' | 'refundable' | 'storeOwnCard' | 'give' | 'exclude' | 'include' | 'answer' | 'fail'> {
  const { db, http, tree, clock } = stage
  return {
    async give(chargeId, amount) {
      const owner = http.as(tree.acme.owner)
      const of = { companyID: tree.acme.clients[0]!.id, chargeId }
      const linesLeft = (await owner.call(listRefunds, { params: of })).body.data.lines
      const lines = linesLeft.filter((one) => one.amount === amount).slice(0, 1)
      const request = { ...of, amount, reason: 'quality' as const, operationId: newId(clock.now()) }
      const body = lines.length > 0 ? { ...request, lines } : request
      assert.equal((await owner.call(refundCharge, { body })).status, 200)
      clock.advance(60_000)
    },
    async storeOwnCard() {
      const body = { tokenid: await tokenOf(stage.sandbox), ...cardholder }
      assert.equal((await http.as(tree.acme.owner).call(createCustomer, { body })).status, 200)
    },
    async refundable(chargeId) {
      http.forget()
      const params = { companyID: tree.acme.id, chargeId }
      return (await http.as(tree.root.system).call(listRefunds, { params })).body.data.refundable
    },
    async giveAgency(chargeId, amount) {
      http.forget()
      const of = { companyID: tree.acme.id, chargeId, operationId: newId(clock.now()) }
      const body = { ...of, amount, reason: 'quality' as const }
      assert.equal((await http.as(tree.root.system).call(refundCharge, { body })).status, 200)
      await work()
      http.forget()
      clock.advance(60_000)
    },
    async exclude(campaignId, find) {
      await db.adminPool.query('update lead set person_id = 777 where campaign_id = $1', [campaignId])
      const changeId = newId(clock.now())
      const rule = { changeId, personIds: [777], since: new Date(0), clientId: null, campaignId }
      await inAgency(stage, (tx) =>
        creditLeads(tx, bookOf(stage), clock.now(), rule, find ?? ((leads) => findRefunded(tx, tree.acme.id, leads))),
      )
      clock.advance(60_000)
      return changeId
    },
    async include(changeId) {
      await reverseExclusionCreditsJob.run(http.platform, { ...bookOf(stage), changeId })
      await work()
    },
    async answer() {
      clock.advance(60_000)
      await reconcileRefundsJob.run(http.platform, {})
    },
    async fail() {
      const { rows } = await db.adminPool.query<{ id: string }>(
        `select id from refund where state <> 'failed' order by created_at, id limit 1`,
      )
      await inAgency(stage, async (tx) => {
        const refund = (await lockRefund(tx, tree.acme.id, rows[0]!.id))!
        const end = refund.state === 'sent' ? failRefund : undoRefund
        await end(tx, clock.now(), refund, 'lost')
      })
      await work()
    },
  }
}
