import type { Tx } from '#server/platform/database/tx.ts'

/** The onboarding fee of an agency, or the operator's default if no agency is given. */
export interface OnboardingFee {
  /** The effective fee; 0 if there is none. */
  fee_cents: number
  acceptsCoupons: boolean
  /** The default for agencies without a fee of their own. */
  usual_cents: number
  /** Whether the agency has a fee of its own, which may be 0. */
  isOwn: boolean
}

/** Requires the operator's scope: agencies can't see its default. */
export async function readOnboardingFee(tx: Tx, rootId: string, agencyId: string | null): Promise<OnboardingFee> {
  const { rows } = await tx.query<{ isUsual: boolean; fee_cents: number; enable_coupon: boolean }>(
    `select company_id = $1 as "isUsual", fee_cents, enable_coupon from onboarding_setting
      where company_id in ($1, $2)`,
    [rootId, agencyId],
  )
  const usual = rows.find(({ isUsual }) => isUsual)
  const agencyFee = agencyId === null ? undefined : rows.find(({ isUsual }) => !isUsual)
  const counts = agencyFee ?? usual
  return {
    fee_cents: counts?.fee_cents ?? 0,
    acceptsCoupons: counts?.enable_coupon ?? false,
    usual_cents: usual?.fee_cents ?? 0,
    isOwn: agencyFee !== undefined,
  }
}
