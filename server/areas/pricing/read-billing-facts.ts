import type { MinimumSpend } from '#contract/pricing/minimum-spend.ts'
import type { Package } from '#contract/pricing/packages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readMinimumSpend } from './minimum-spend.ts'
import { readOnboardingFee, type OnboardingFee } from './onboarding-fee.ts'
import { asOperator, type Priced } from './read-cost.ts'

/** What screens ask about the money of an agency, or with no agency of its operator. */
interface BillingFacts {
  package: Package | null
  onboarding: OnboardingFee
  minimumSpend: MinimumSpend
}

export const readBillingFacts = (platform: Platform, { rootId, agencyId }: Priced): Promise<BillingFacts> =>
  asOperator(platform, rootId, async (tx) => {
    const { rows } = await tx.query<{ package: Package | null }>(
      `select case when kind = 'agency' then package_id end as package from company where id = $1`,
      [agencyId ?? rootId],
    )
    return {
      package: rows[0]?.package ?? null,
      onboarding: await readOnboardingFee(tx, rootId, agencyId),
      minimumSpend: await readMinimumSpend(tx, rootId),
    }
  })
