import { acceptQuote, asOperator, assertShown, readOnboardingFee, type Offered } from '#server/areas/pricing/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { lockAgency, type Agency } from './agency-of.ts'
import { askCollection } from './ask-collection.ts'
import { bookCost } from './book-cost.ts'
import { findDiscount, redeemCoupon, refusedCoupon } from './redeem-coupon.ts'

/**
 * An agency comes in once, so its id says which charge this is, whoever asks for it and how often. No operation may have an id
 * of this kind, so nobody makes another charge under it first.
 */
const chargeIdOf = (agencyId: string): string => uuidOf(['onboarding', agencyId])

/** Whether an agency was asked for the fee already, under whatever id: earlier ones were made in another way. */
async function isCharged(tx: Tx, { agencyId }: Agency): Promise<boolean> {
  const { rows } = await tx.query(`select from charge where agency_id = $1 and kind = 'onboarding'`, [agencyId])
  return rows.length > 0
}

/** What an agency is shown of the fee, and accepts with its first card. A coupon never changes, so the fee says it all. */
export const feeOffer = ({ rootId, agencyId }: Agency, fee_cents: number): Offered => ({
  purpose: 'onboarding_fee',
  payer: { companyId: agencyId, rootId, agencyId, clientId: null },
  amount_cents: fee_cents,
  terms: [],
})

/** What a coupon takes off the fee that stands before an agency. Throws the one refusal where it takes nothing. */
export const quoteFee = (
  { platform }: Pick<SignedInCall, 'platform'>,
  agency: Agency,
  code: string,
): Promise<{ fee_cents: number; discount_cents: number }> =>
  asOperator(platform, agency.rootId, async (tx) => {
    const { fee_cents, takesCoupons } = await readOnboardingFee(tx, agency.rootId, agency.agencyId)
    if (fee_cents === 0 || !takesCoupons || (await isCharged(tx, agency))) throw refusedCoupon()
    const discount_cents = await findDiscount(tx, agency, platform.clock.now(), code, fee_cents)
    if (discount_cents === null) throw refusedCoupon()
    return { fee_cents, discount_cents }
  })

/** Throws `terms_changed` where a fee stands before an agency that is not the one that was shown. */
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
 * Makes the fee that stands before an agency due, less a coupon: charge, ledger and the coupon's use in one transaction,
 * once for ever (OQ-60). Answers null where nothing is asked, or was already. Asks for the operator's scope. Throws the one refusal of
 * coupons, also for one that comes where none is taken, and `terms_changed` for a fee that is not the one that was shown.
 */
export async function bookOnboardingFee(
  tx: Tx,
  call: SignedInCall,
  agency: Agency,
  { code, quoteId }: { code: string | undefined; quoteId: string | undefined },
): Promise<BookedFee | null> {
  await lockAgency(tx, agency)
  if (await isCharged(tx, agency)) return null
  const { fee_cents, takesCoupons } = await readOnboardingFee(tx, agency.rootId, agency.agencyId)
  if (code !== undefined && (fee_cents === 0 || !takesCoupons)) throw refusedCoupon()
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
    await askCollection(tx, agency, id)
  }
  return { fee_cents, discount_cents }
}
