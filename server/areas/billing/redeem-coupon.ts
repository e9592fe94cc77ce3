import { couponRefused } from '#contract/billing/coupons.ts'
import { dateOf } from '#server/platform/clock.ts'
import { breaksConstraint } from '#server/platform/database/constraints.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, type Failure } from '#server/platform/failure.ts'
import type { Agency } from './agency-of.ts'
import { discountOf, type Worth } from './discount.ts'

/** One answer, whatever the reason: who guesses codes learns nothing from it. */
export const refusedCoupon = (): Failure => invalid('coupon_code', couponRefused)

/** A coupon `coupon` that agency $2 of root $1 may use at $4, by its code $3. */
const usable = `coupon.root_id = $1 and coupon.code = $3 and coupon.revoked_at is null
  and (coupon.expires_at is null or coupon.expires_at > $4)
  and (coupon.max_uses is null or coupon.uses < coupon.max_uses)
  and not exists (select from coupon_use used where used.agency_id = $2 and used.coupon_id = coupon.id)`

const valuesOf = ({ rootId, agencyId }: Agency, code: string, now_ms: number): unknown[] => [
  rootId,
  agencyId,
  code,
  dateOf(now_ms),
]

/** What a coupon would take off a fee for an agency, in cents; null if it cannot be used. Asks for the operator's scope. */
export async function findDiscount(
  tx: Tx,
  agency: Agency,
  now_ms: number,
  code: string,
  fee_cents: number,
): Promise<number | null> {
  const { rows } = await tx.query<Worth>(
    `select percent, amount_cents from coupon where ${usable}`,
    valuesOf(agency, code, now_ms),
  )
  return rows[0] ? discountOf(rows[0], fee_cents) : null
}

/**
 * Uses a coupon for a charge and answers what it takes off, in cents. One statement: whoever comes second to the last use
 * waits for the first and finds none left; the key of `coupon_use` holds a company to one. Throws the one refusal.
 */
export async function redeemCoupon(
  tx: Tx,
  agency: Agency,
  now_ms: number,
  code: string,
  charge: { id: string; fee_cents: number },
): Promise<number> {
  const { rows } = await tx
    .query<Worth>(
      `with taken as (
         update coupon set uses = uses + 1 where ${usable} returning id, root_id, percent, amount_cents
       ), used as (
         insert into coupon_use (agency_id, coupon_id, root_id, charge_id, used_at)
         select $2, id, root_id, $5, $4 from taken
       )
       select percent, amount_cents from taken`,
      [...valuesOf(agency, code, now_ms), charge.id],
    )
    .catch((error: unknown) => {
      if (breaksConstraint(error, 'coupon_use_pkey')) throw refusedCoupon()
      throw error
    })
  if (!rows[0]) throw refusedCoupon()
  return discountOf(rows[0], charge.fee_cents)
}
