import type { getOnboarding, Onboarding, setOnboarding } from '#contract/billing/onboarding.ts'
import { centsFromText, dollarsFromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { readOnboardingFee, type OnboardingFee } from '#server/areas/pricing/onboarding-fee.ts'
import { dateOf } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** R232 to R236: for one agency, or for all without their own fee. */
export const handleSetOnboarding: Handler<typeof setOnboarding> = async ({ body }, call) => {
  const { rootId, agencyId } = settingsTarget(call, body.companyId)
  // From the checked path, never from the body.
  const companyId = agencyId ?? rootId
  const fee_cents = centsFromText(String(body.amount)) ?? 0
  await call.inScope(async (tx) => {
    const before = await readOnboardingFee(tx, rootId, agencyId)
    await tx.query(
      `insert into onboarding_setting (company_id, root_id, agency_id, fee_cents, enable_coupon, updated_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (company_id) do update set fee_cents = $4, enable_coupon = $5, updated_at = $6`,
      [companyId, rootId, agencyId, fee_cents, body.enable_coupon, dateOf(call.platform.clock.now())],
    )
    await recordActivity(tx, call, {
      action: 'billing.onboardingFeeSet',
      target: { kind: 'company', id: companyId },
      from: { amount: dollarsFromCents(before.fee_cents), enable_coupon: before.acceptsCoupons },
      to: { amount: body.amount, enable_coupon: body.enable_coupon },
    })
  })
  return { result: 'success', message: 'Setting has been saved.', status: fee_cents > 0 }
}

export const handleGetOnboarding: Handler<typeof getOnboarding> = async ({ query }, call) => {
  if (query.rootId !== undefined && query.rootId !== call.caller.rootId) throw notFound()
  const { rootId, agencyId } = settingsTarget(call, query.companyId ?? call.caller.companyId)
  return { result: 'success', data: present(await call.inScope((tx) => readOnboardingFee(tx, rootId, agencyId))) }
}

const present = ({ fee_cents, acceptsCoupons, usual_cents, isOwn }: OnboardingFee): Onboarding => ({
  amount: dollarsFromCents(fee_cents),
  price: dollarsFromCents(fee_cents),
  status: fee_cents > 0,
  enable_coupon: acceptsCoupons,
  exclude_onboard_charge: isOwn && fee_cents === 0,
  default_amount: dollarsFromCents(usual_cents),
})
