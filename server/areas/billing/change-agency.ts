import type { excludeMinimumSpend, settleManualBill } from '#contract/billing/manual-bill.ts'
import type { cancelSubscription, setPackage } from '#contract/billing/packages.ts'
import { isWhiteLabeled } from '#contract/pricing/packages.ts'
import { invalidateCallers } from '#server/areas/people/members/change-member.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { saveWhiteLabel } from '#server/areas/branding/settings/own-brand.ts'
import { acceptQuote } from '#server/areas/pricing/quote.ts'
import { saveBillingState, savePaymentStatus } from '#server/areas/tenants/save-billing-state.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { agencyOf, lockAgency, targetOf } from './agency-of.ts'
import { closeAgencyCases } from './dunning/dunning-cases.ts'
import { billingOffer } from './quote-billing.ts'

/** R193: restores the access of the agency's users. Amounts due stay due and are charged separately. */
export const handleSettleManualBill: Handler<typeof settleManualBill> = async ({ body }, call) => {
  const agency = agencyOf(call, 'userId')
  await call.inScope(async (tx) => {
    const before = await lockAgency(tx, agency)
    if (before.main_user_id !== body.userId) throw invalid('userId', 'This is not the main user of this agency.')
    if (before.payment_status === 'ok') return
    const offer = await billingOffer(tx, agency, 'settlement')
    await acceptQuote(tx, call, offer, { quoteId: body.quote_id, unseen: 'accept' })
    await savePaymentStatus(tx, agency.agencyId, 'ok')
    await closeAgencyCases(tx, call.platform.clock.now(), agency)
    await invalidateCallers(tx, call.platform, body.userId)
    await recordActivity(tx, call, {
      action: 'billing.manualBillSettled',
      target: targetOf(agency, before),
      from: { payment_status: 'failed' },
      to: { payment_status: 'ok' },
    })
  })
  return { result: 'success', message: 'Manual Bill Settlement has been successfully processed.' }
}

/** R192. */
export const handleExcludeMinimumSpend: Handler<typeof excludeMinimumSpend> = async ({ body }, call) => {
  const agency = agencyOf(call)
  const isExcluded = await call.inScope(async (tx) => {
    const before = await lockAgency(tx, agency)
    const was = before.exclude_minimum_spend
    const becomes = body.exclude_minimum_spend === undefined ? !was : body.exclude_minimum_spend === 1
    if (was === becomes) return becomes
    await saveBillingState(tx, agency.agencyId, { excludesMinimumSpend: becomes })
    await recordActivity(tx, call, {
      action: 'billing.minimumSpendExclusionSet',
      target: targetOf(agency, before),
      from: { exclude_minimum_spend: Number(was) },
      to: { exclude_minimum_spend: Number(becomes) },
    })
    return becomes
  })
  return { result: 'success', message: 'Setting has been saved.', exclude_minimum_spend: isExcluded ? 1 : 0 }
}

/** R194, and R157 depending on the package's label. */
export const handleSetPackage: Handler<typeof setPackage> = async ({ body }, call) => {
  const agency = agencyOf(call)
  await call.inScope(async (tx) => {
    const before = await lockAgency(tx, agency)
    if ((before.package_id ?? '') === body.packageId) return
    await saveBillingState(tx, agency.agencyId, { packageId: body.packageId || null })
    const label = isWhiteLabeled(body.packageId)
    const company = { companyId: agency.agencyId, ...agency }
    if (label !== null) await saveWhiteLabel(tx, call.platform.clock.now(), company, label)
    if (before.main_user_id) await invalidateCallers(tx, call.platform, before.main_user_id)
    await recordActivity(tx, call, {
      action: 'billing.packageSet',
      target: targetOf(agency, before),
      from: { package_id: before.package_id ?? '' },
      to: { package_id: body.packageId },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}

/** C079: ends the package immediately, and what depends on it (R100, R101). Charges already made are kept. */
export const handleCancelSubscription: Handler<typeof cancelSubscription> = async (_input, call) => {
  const agency = agencyOf(call)
  await call.inScope(async (tx) => {
    const before = await lockAgency(tx, agency)
    if (before.package_id === null) return
    await saveBillingState(tx, agency.agencyId, { packageId: null })
    if (before.main_user_id) await invalidateCallers(tx, call.platform, before.main_user_id)
    await recordActivity(tx, call, {
      action: 'billing.packageSet',
      target: targetOf(agency, before),
      from: { package_id: before.package_id },
      to: { package_id: '' },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}
