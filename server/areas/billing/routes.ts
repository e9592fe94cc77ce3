import { listCharges } from '#contract/billing/charges.ts'
import { createCoupon, getCoupon, listCoupons, revokeCoupon } from '#contract/billing/coupons.ts'
import { excludeMinimumSpend, quoteBilling, setBillingMethod, settleManualBill } from '#contract/billing/manual-bill.ts'
import { getOnboarding, setOnboarding } from '#contract/billing/onboarding.ts'
import { setPackage } from '#contract/billing/packages.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleExcludeMinimumSpend, handleSetPackage, handleSettleManualBill } from './change-agency.ts'
import { handleCreateCoupon, handleGetCoupon, handleListCoupons, handleRevokeCoupon } from './coupons.ts'
import { handleListCharges } from './list-charges.ts'
import { handleGetOnboarding, handleSetOnboarding } from './onboarding.ts'
import { handleQuoteBilling } from './quote-billing.ts'
import { handleSetBillingMethod } from './set-billing-method.ts'

export const routes: Route[] = [
  bind(setOnboarding, handleSetOnboarding),
  bind(getOnboarding, handleGetOnboarding),
  bind(getCoupon, handleGetCoupon),
  bind(createCoupon, handleCreateCoupon),
  bind(listCoupons, handleListCoupons),
  bind(revokeCoupon, handleRevokeCoupon),
  bind(quoteBilling, handleQuoteBilling),
  bind(setBillingMethod, handleSetBillingMethod),
  bind(settleManualBill, handleSettleManualBill),
  bind(excludeMinimumSpend, handleExcludeMinimumSpend),
  bind(setPackage, handleSetPackage),
  bind(listCharges, handleListCharges),
]
