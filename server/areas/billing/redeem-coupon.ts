import { couponRefused } from '#contract/billing/coupons.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import { breaksConstraint } from '#server/platform/database/constraints.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, type Failure } from '#server/platform/failure.ts'
import type { Agency } from './agency-of.ts'

/** A coupon's discount: exactly one of the two. */
interface Discount {
  percent: number | null
  amount_cents: number | null
}

/** Below the card minimum (R233): the rest of a fee is waived. */
const tooLittle_cents = 50

/** A coupon's discount on a fee, in cents: at most the fee, with percentages rounded half to even. */
export function discountOf({ percent, amount_cents }: Discount, fee_cents: number): number {
  const off_cents = percent === null ? (amount_cents ?? 0) : centsFromE4(fee_cents * percent)
  return fee_cents - off_cents <= tooLittle_cents ? fee_cents : off_cents
}

/** The same error whatever the reason, so that guessing codes reveals nothing. */
export const refusedCoupon = (): Failure => invalid('coupon_code', couponRefused)

/** Condition: agency $2 of operator $1 can use `coupon`, whose code is $3, at the moment $4. */
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

/** A coupon's discount on an agency's fee, in cents; null if it can't be used. Requires the operator's scope. */
export async function findDiscount(
  tx: Tx,
  agency: Agency,
  now_ms: number,
  code: string,
  fee_cents: number,
): Promise<number | null> {
  const { rows } = await tx.query<Discount>(
    `select percent, amount_cents from coupon where ${usable}`,
    valuesOf(agency, code, now_ms),
  )
  return rows[0] ? discountOf(rows[0], fee_cents) : null
}

/**
 * Uses a coupon for a charge and returns its discount in cents. A single statement: in a race for the last use the
 * second waits and finds none; the key of `coupon_use` allows one use per agency. Throws the single coupon error.
 */
export async function redeemCoupon(
  tx: Tx,
  agency: Agency,
  now_ms: number,
  code: string,
  charge: { id: string; fee_cents: number },
): Promise<number> {
  const { rows } = await tx
    .query<Discount>(
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
