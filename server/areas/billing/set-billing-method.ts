import type { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { invalidateCallers } from '#server/areas/people/members/change-member.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { stopCampaigns } from '#server/areas/campaigns/status/stop-campaigns.ts'
import { acceptQuote } from '#server/areas/pricing/quote.ts'
import { saveBillingState } from '#server/areas/tenants/save-billing-state.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { agencyOf, lockAgency, targetOf, type Agency } from './agency-of.ts'
import { queueCollection } from './queue-collection.ts'
import { billLine, storeSources } from './balances/store-sources.ts'
import { findSourcesOfBill } from './periods/earlier-balance.ts'
import { billingOffer, lockOwed } from './quote-billing.ts'
import { lockOpenShares, assignShares, type OpenShare } from './shares/withheld-shares.ts'

type Body = Input<typeof setBillingMethod>['body']

/**
 * R195, R196. Turning it off stops the agency's campaigns and charges what it owes in one transaction, so that neither
 * happens without the other. Requesting the current state changes nothing, so retries are safe.
 */
export const handleSetBillingMethod: Handler<typeof setBillingMethod> = async ({ body }, call) => {
  const agency = agencyOf(call)
  await call.inScope((tx) => change(tx, call, agency, body))
  return { result: 'success', message: 'Setting has been saved.' }
}

async function change(tx: Tx, call: SignedInCall, agency: Agency, body: Body): Promise<void> {
  const before = await lockAgency(tx, agency)
  const isOn = body.manualBill
  if (before.manual_bill === isOn) return
  await saveBillingState(tx, agency.agencyId, { manualBill: isOn })
  const outcome = body.manualBill === false ? await end(tx, call, agency, body) : null
  if (before.main_user_id) await invalidateCallers(tx, call.platform, before.main_user_id)
  await recordActivity(tx, call, {
    action: 'billing.manualBillSet',
    target: targetOf(agency, before),
    from: { manual_bill: !isOn },
    to: { manual_bill: body.manualBill, ...outcome },
  })
}

async function end(
  tx: Tx,
  call: SignedInCall,
  agency: Agency,
  { quote_id, operationId }: Body,
): Promise<{ stopped_campaigns: number; due: number }> {
  const now_ms = call.platform.clock.now()
  const shares = await lockOpenShares(tx, agency.agencyId)
  await lockOwed(tx, agency.agencyId)
  const offer = await billingOffer(tx, agency, 'manual_bill')
  // C123 shows no amount as documented: in that case the current debt is what is accepted (R196).
  await acceptQuote(tx, call, offer, { quoteId: quote_id, unseen: 'accept' })
  const campaigns = await stopCampaigns(tx, now_ms, agency)
  const due_cents = offer.amount_cents
  if (due_cents > 0) {
    const charge = { id: call.operationId(), due_cents, isNamed: operationId !== undefined }
    await insertCharge(tx, agency, { ...charge, shares }, now_ms)
  }
  return { stopped_campaigns: campaigns.length, due: dollarsFromCents(due_cents) }
}

interface NewCharge {
  id: string
  due_cents: number
  /** Whether the caller chose the id; otherwise it identifies equal calls within a minute. */
  isNamed: boolean
  shares: readonly OpenShare[]
}

async function insertCharge(
  tx: Tx,
  agency: Agency,
  { id, due_cents, isNamed, shares }: NewCharge,
  now_ms: number,
): Promise<void> {
  // Read before the charge covers what is owed.
  const shares_cents = shares.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const sources = await findSourcesOfBill(tx, agency, { due_cents, shares_cents })
  const { rowCount } = await tx.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
     values ($1, $2, $3, 'manual_bill', 'due', $4, $5) on conflict (agency_id, id) do nothing`,
    [agency.agencyId, id, agency.rootId, due_cents, dateOf(now_ms)],
  )
  const message = 'This operation ID was already used for another charge.'
  if (!rowCount) throw isNamed ? invalid('operationId', message) : new Failure('conflict', { message })
  await assignShares(tx, agency.agencyId, shares, { chargeId: id, firstLine: null })
  await storeSources(tx, { ...agency, clientId: null, invoiceId: id }, { line: billLine, sources })
  await queueCollection(tx, agency, id)
}
