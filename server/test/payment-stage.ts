import { expect } from 'vitest'
import { checkConnectedAccount, getAccountLink } from '#contract/payments/accounts.ts'
import { createDirectCustomer } from '#contract/payments/cards.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import type { createStillClock } from '#server/platform/clock.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import {
  startStripeStandIn,
  type StripeStandIn,
} from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import type { TestApp } from './app.ts'
import { makeCampaign, type TestAgency } from './factories.ts'
import type { OpenTree } from './open-tree.ts'
import { completeAccount, sellLeads } from './payments.ts'
import { runJobs } from './run-jobs.ts'

/** What a card form sends besides the card's token. */
export const cardholder = { cardholder: 'Dana', address: '', city: '', zip: '', country: 'US' } as const

/** Environment that makes the sandbox gateway unreachable for a program. */
export const noGateway = { SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:9', OUTGOING_ALLOW: '127.0.0.1:9' } as const

/** Stripe's stand-in. When it stops, it must have been able to parse every request. */
export async function startStrictStripe(now: () => number): Promise<StripeStandIn> {
  const stripe = await startStripeStandIn({ now })
  return {
    ...stripe,
    async stop() {
      await stripe.stop()
      expect(stripe.refused).toEqual([])
    },
  }
}

type AccountOwner = Pick<TestAgency, 'id' | 'owner'>

const checkAccount = (http: TestApp, { id, owner }: AccountOwner) =>
  http.as(owner).call(checkConnectedAccount, { params: { companyID: id, idsys: owner.rootId } })

/** Connects an agency's account at the sandbox, on the page to which its owner is redirected. */
export async function connectAccount(
  http: TestApp,
  sandbox: Sandbox,
  agency: AccountOwner,
  state: 'completed' | 'refused' = 'completed',
): Promise<void> {
  const link = await http.as(agency.owner).call(getAccountLink, { body: { companyID: agency.id } })
  await completeAccount(sandbox, link.body.data.url, state)
  await checkAccount(http, agency)
}

/** The same at Stripe's stand-in, which must have no other account. Returns the account's id. */
export async function connectStripeAccount(
  http: TestApp,
  stripe: StripeStandIn,
  agency: AccountOwner,
): Promise<string> {
  await http.as(agency.owner).call(getAccountLink, { body: { companyID: agency.id } })
  const { id } = stripe.accounts()[0]!
  stripe.moveAccount(id, 'ready')
  await checkAccount(http, agency)
  return id
}

/**
 * Sells ten leads at 1.50 to Acme's first client, 0.50 of which go to the operator, charged to its card three days
 * later. With more campaigns, sells ten leads of each, with an invoice line for each.
 */
export async function sellOnCard(
  { db, http, tree }: OpenTree,
  {
    clock,
    tokenid,
    campaigns = 1,
  }: { clock: ReturnType<typeof createStillClock>; tokenid: string; campaigns?: number },
): Promise<void> {
  const client = tree.acme.clients[0]!
  const answer = await http.as(client.user).call(createDirectCustomer, { body: { tokenid, ...cardholder } })
  expect(answer.status).toBe(200)
  for (let one = 0; one < campaigns; one++)
    await sellLeads(db, tree.acme, {
      client,
      campaign: await makeCampaign(db, client),
      at_ms: clock.now(),
      count: 10,
    })
  clock.advance(3 * 86_400_000)
  await closePeriodsJob.run(http.platform, {})
  await runJobs(db, http.platform)
  http.forget()
}
