import type { MinimumSpend } from '#contract/pricing/minimum-spend.ts'
import type { Package } from '#contract/pricing/packages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readMinimumSpend } from './minimum-spend.ts'
import { readOnboardingFee, type OnboardingFee } from './onboarding-fee.ts'
import { asOperator, type Priced } from './read-cost.ts'

/** The billing facts that screens show of an agency, or of its operator if no agency is given. */
interface BillingFacts {
  package: Package | null
  onboarding: OnboardingFee
  minimumSpend: MinimumSpend
  /** An agency's open charges; 0 for the operator. */
  due_cents: number
}

export const readBillingFacts = (platform: Platform, { rootId, agencyId }: Priced): Promise<BillingFacts> =>
  asOperator(platform, rootId, async (tx) => {
    const { rows } = await tx.query<{ package: Package | null; due_cents: number }>(
      `select case when kind = 'agency' then package_id end as package,
         (select coalesce(sum(amount_cents), 0)::bigint from charge
           where charge.agency_id = company.id and charge.client_id is null
             and charge.status in ('due', 'sent', 'unknown', 'declined') and charge.balance_id is null) as due_cents
       from company where id = $1`,
      [agencyId ?? rootId],
    )
    return {
      package: rows[0]?.package ?? null,
      due_cents: rows[0]?.due_cents ?? 0,
      onboarding: await readOnboardingFee(tx, rootId, agencyId),
      minimumSpend: await readMinimumSpend(tx, rootId),
    }
  })
