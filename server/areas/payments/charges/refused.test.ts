import { beforeEach, describe, expect, test } from 'vitest'
import { checkConnectedAccount, getAccountLink, resetPaymentConnection } from '#contract/payments/accounts.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { listFailedPayments } from '#contract/payments/failed-payments.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { startTree, type OpenTree } from '#server/test/open-tree.ts'
import { cardholder, startStrictStripe } from '#server/test/payment-stage.ts'
import { chargesOf, sellLeads } from '#server/test/payments.ts'
import { collectChargeJob } from './collect-charge.ts'

// Requests that the gateway rejects: the payer isn't told that their bank declined the card.

let stripe: StripeStandIn
let stage: OpenTree
let clock = createStillClock(0)
beforeEach(async () => {
  clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  stripe = await startStrictStripe(clock.now)
  const { close, ...opening } = await startTree({ clock, limiter: noLimits, env: stripeEnv(stripe) })
  stage = opening
  return async () => {
    await close()
    await stripe.stop()
  }
})

const agency = () => stage.tree.acme
const client = () => agency().clients[0]!

/** Connects another account; returns its id. */
async function connect(): Promise<string> {
  const { http, tree } = stage
  const { id, owner } = agency()
  await http.as(owner).call(getAccountLink, { body: { companyID: id } })
  const account = stripe.accounts().at(-1)!.id
  stripe.moveAccount(account, 'ready')
  await http.as(owner).call(checkConnectedAccount, { params: { companyID: id, idsys: tree.root.id } })
  return account
}
async function storeCard(account: string): Promise<void> {
  const body = { tokenid: await stripeTokenOf(stripe, { account }), ...cardholder }
  expect((await stage.http.as(client().user).call(createDirectCustomer, { body })).status).toBe(200)
}

/** Charges the client for ten leads three days later; returns the cause of the failure and the text of the mail. */
async function chargeLeads(): Promise<{ cause: string | null; needsCard: boolean; told: string[] }> {
  const { db, http, tree } = stage
  const campaign = await makeCampaign(db, client())
  await sellLeads(db, agency(), { client: client(), campaign, at_ms: clock.now(), count: 10 })
  clock.advance(3 * 86_400_000)
  http.forget()
  await closePeriodsJob.run(http.platform, {})
  await db.adminPool.query('delete from graphile_worker._private_jobs')
  const chargeId = (await chargesOf(db, client().user))[0]!.id
  await collectChargeJob.run(http.platform, { rootId: tree.root.id, agencyId: agency().id, chargeId })
  const { data } = (await http.as(agency().owner).call(listFailedPayments, { params: { companyID: agency().id } })).body
  const { rows } = await db.adminPool.query<{ sealed: string }>(
    `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs where payload ->> 'sealed' is not null`,
  )
  const mail = JSON.parse(http.platform.secrets.open(rows[0]!.sealed, 'job.send-account-mail')).content as MailContent
  const reason = mail.facts!.find(([name]) => name === 'Reason')![1] as string
  return { cause: data[0]!.cause, needsCard: data[0]!.needs_card, told: [mail.paragraphs![0]!, reason] }
}

describe('a charge that is rejected', () => {
  test('because its card belongs to a replaced account asks for the card again', async () => {
    await storeCard(await connect())
    const { http } = stage
    const params = { companyID: agency().id, type: 'agency' }
    expect((await http.as(agency().owner).call(resetPaymentConnection, { params })).status).toBe(200)
    clock.advance(120_000)
    await connect()
    expect(await chargeLeads()).toEqual({
      cause: 'card_unknown',
      needsCard: true,
      told: [
        'Your card was declined. Add another one and the payment is retried immediately.',
        'The payment provider no longer has this card.',
      ],
    })
  })

  test('because the account may not take payments does not blame the card', async () => {
    const account = await connect()
    await storeCard(account)
    stripe.moveAccount(account, 'restricted')
    expect(await chargeLeads()).toEqual({
      cause: 'gateway_refused',
      needsCard: false,
      told: [
        'The payment failed. Your card isn’t the cause.',
        'The payment provider rejected the payment. The card isn’t the cause.',
      ],
    })
    const { rows } = await stage.db.adminPool.query('select decline_code from charge_attempt')
    expect(rows).toEqual([{ decline_code: 'account_invalid' }])
  })
})
