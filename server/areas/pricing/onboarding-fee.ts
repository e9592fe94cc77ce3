import type { Tx } from '#server/platform/database/tx.ts'

/** The fee for coming in, as it stands for an agency; for the operator (no agency) what it asks of everybody. */
export interface OnboardingFee {
  /** What is asked for; 0: nothing. */
  fee_cents: number
  takesCoupons: boolean
  /** What is asked of agencies without a fee of their own. */
  usual_cents: number
  /** A fee of its own, which may be none. */
  isOwn: boolean
}

/** Asks for the operator's scope: agencies do not see what it asks of everybody. */
export async function readOnboardingFee(tx: Tx, rootId: string, agencyId: string | null): Promise<OnboardingFee> {
  const { rows } = await tx.query<{ isUsual: boolean; fee_cents: number; enable_coupon: boolean }>(
    `select company_id = $1 as "isUsual", fee_cents, enable_coupon from onboarding_setting
      where company_id in ($1, $2)`,
    [rootId, agencyId],
  )
  const usual = rows.find(({ isUsual }) => isUsual)
  const own = agencyId === null ? undefined : rows.find(({ isUsual }) => !isUsual)
  const counts = own ?? usual
  return {
    fee_cents: counts?.fee_cents ?? 0,
    takesCoupons: counts?.enable_coupon ?? false,
    usual_cents: usual?.fee_cents ?? 0,
    isOwn: own !== undefined,
  }
}
