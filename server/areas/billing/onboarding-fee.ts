import { acceptQuote, assertShown, type Offered } from '#server/areas/pricing/quote.ts'
import { asOperator } from '#server/areas/pricing/read-cost.ts'
import { readOnboardingFee } from '#server/areas/pricing/onboarding-fee.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { lockAgency, type Agency } from './agency-of.ts'
import { queueCollection } from './queue-collection.ts'
import { bookCost } from './book-cost.ts'
import { findDiscount, redeemCoupon, refusedCoupon } from './redeem-coupon.ts'

/**
 * An agency is onboarded once, so the charge id is derived from its id, which makes it idempotent. Operation ids of
 * this kind are rejected, so that no other charge can take the id.
 */
const chargeIdOf = (agencyId: string): string => uuidOf(['onboarding', agencyId])

/** Whether an agency was already charged the fee, under any id, since earlier versions derived ids differently. */
async function isCharged(tx: Tx, { agencyId }: Agency): Promise<boolean> {
  const { rows } = await tx.query(`select from charge where agency_id = $1 and kind = 'onboarding'`, [agencyId])
  return rows.length > 0
}

/** The fee that an agency sees and accepts with its first card. Coupons never change, so the fee alone identifies the offer. */
export const feeOffer = ({ rootId, agencyId }: Agency, fee_cents: number): Offered => ({
  purpose: 'onboarding_fee',
  payer: { companyId: agencyId, rootId, agencyId, clientId: null },
  amount_cents: fee_cents,
  terms: [],
})

/** The discount of a coupon on an agency's pending fee. Throws the single coupon error if there is none. */
export const quoteFee = (
  { platform }: Pick<SignedInCall, 'platform'>,
  agency: Agency,
  code: string,
): Promise<{ fee_cents: number; discount_cents: number }> =>
  asOperator(platform, agency.rootId, async (tx) => {
    const { fee_cents, acceptsCoupons } = await readOnboardingFee(tx, agency.rootId, agency.agencyId)
    if (fee_cents === 0 || !acceptsCoupons || (await isCharged(tx, agency))) throw refusedCoupon()
    const discount_cents = await findDiscount(tx, agency, platform.clock.now(), code, fee_cents)
    if (discount_cents === null) throw refusedCoupon()
    return { fee_cents, discount_cents }
  })

/** Throws `terms_changed` if the pending fee isn't the one that was shown. */
export const assertFeeShown = (call: SignedInCall, agency: Agency, quoteId: string | undefined): Promise<void> =>
  inScope(call.platform.appPool, { kind: 'root', rootId: agency.rootId }, async (tx) => {
    const { fee_cents } = await readOnboardingFee(tx, agency.rootId, agency.agencyId)
    if (fee_cents === 0 || (await isCharged(tx, agency))) return
    await assertShown(tx, call, feeOffer(agency, fee_cents), { quoteId, unseen: 'refuse' })
  })

export interface BookedFee {
  fee_cents: number
  discount_cents: number
}

/**
 * Charges an agency's pending fee, minus a coupon: charge, transfers and the coupon's use in one transaction, exactly once
 * (OQ-60). Returns null if no fee applies or it was already charged. Needs the operator's scope. Throws the single coupon
 * error, also where coupons aren't accepted, and `terms_changed` if the fee isn't the one that was shown.
 */
export async function bookOnboardingFee(
  tx: Tx,
  call: SignedInCall,
  agency: Agency,
  { code, quoteId }: { code: string | undefined; quoteId: string | undefined },
): Promise<BookedFee | null> {
  await lockAgency(tx, agency)
  if (await isCharged(tx, agency)) return null
  const { fee_cents, acceptsCoupons } = await readOnboardingFee(tx, agency.rootId, agency.agencyId)
  if (code !== undefined && (fee_cents === 0 || !acceptsCoupons)) throw refusedCoupon()
  if (fee_cents === 0) return null
  await acceptQuote(tx, call, feeOffer(agency, fee_cents), { quoteId, unseen: 'refuse' })
  const now_ms = call.platform.clock.now()
  const id = chargeIdOf(agency.agencyId)
  const discount_cents = code === undefined ? 0 : await redeemCoupon(tx, agency, now_ms, code, { id, fee_cents })
  const due_cents = fee_cents - discount_cents
  await tx.query(
    `insert into charge (agency_id, id, root_id, kind, status, full_cents, discount_cents, created_at)
     values ($1, $2, $3, 'onboarding', $4, $5, $6, $7)`,
    [agency.agencyId, id, agency.rootId, due_cents > 0 ? 'due' : 'settled', fee_cents, discount_cents, dateOf(now_ms)],
  )
  if (due_cents > 0) {
    await bookCost(tx, agency, now_ms, { id, kind: 'onboarding_fee', amount_cents: due_cents })
    await queueCollection(tx, agency, id)
  }
  return { fee_cents, discount_cents }
}
