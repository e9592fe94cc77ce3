import type {
  Coupon,
  couponStates,
  createCoupon,
  getCoupon,
  listCoupons,
  revokeCoupon,
} from '#contract/billing/coupons.ts'
import { centsFromText, dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { showQuote } from '#server/areas/pricing/quote.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { endOfDate_ms } from '#server/platform/local-dates.ts'
import { agencyOf } from './agency-of.ts'
import { feeOffer, quoteFee } from './onboarding-fee.ts'

/** C135: the discount of a code on the onboarding fee of the caller's agency. */
export const handleGetCoupon: Handler<typeof getCoupon> = async ({ body }, call) => {
  const agency = agencyOf(call, 'company_id')
  const { fee_cents, discount_cents } = await quoteFee(call, agency, body.coupon_code)
  return {
    result: 'success',
    message: 'The coupon can be used.',
    data: {
      code: body.coupon_code,
      price: dollarsFromCents(fee_cents),
      discount: dollarsFromCents(discount_cents),
      total: dollarsFromCents(fee_cents - discount_cents),
      quote_id: await showQuote(call, feeOffer(agency, fee_cents)),
    },
  }
}

export const handleCreateCoupon: Handler<typeof createCoupon> = async ({ body }, call) => {
  const { rootId, userId } = call.caller
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  await call.inScope(async (tx) => {
    const expires_ms = body.expires_on === undefined ? null : await endOf(tx, rootId, body.expires_on)
    if (expires_ms !== null && expires_ms <= now_ms) throw invalid('expires_on', 'Choose today or a later date.')
    const { rowCount } = await tx.query(
      `insert into coupon (id, root_id, code, percent, amount_cents, max_uses, expires_at, expires_on, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (root_id, code) do nothing`,
      [
        id,
        rootId,
        body.code,
        body.type === 'percent' ? Number(body.value) : null,
        body.type === 'amount' ? centsFromText(body.value) : null,
        body.max_uses ?? null,
        expires_ms === null ? null : dateOf(expires_ms),
        body.expires_on ?? null,
        dateOf(now_ms),
        userId,
      ],
    )
    if (!rowCount) throw invalid('code', 'A coupon with this code already exists.')
    await recordActivity(tx, call, {
      action: 'billing.couponCreated',
      target: { kind: 'coupon', id, name: body.code },
      to: { type: body.type, value: Number(body.value), max_uses: body.max_uses, expires_on: body.expires_on },
    })
  })
  return { result: 'success', message: 'Data has been added successfully', data: { id } }
}

/** A day ends in the operator's time zone, and does not move with it afterwards (decision 206). */
async function endOf(tx: Tx, rootId: string, date: string): Promise<number> {
  return endOfDate_ms(date, await readTimeZone(tx, rootId))
}

interface CouponRow {
  id: string
  code: string
  percent: number | null
  amount_cents: number | null
  uses: number
  max_uses: number | null
  expires_at: Date | null
  expires_on: string | null
  created_at: Date
  revoked_at: Date | null
  total: number
}

export const handleListCoupons: Handler<typeof listCoupons> = async ({ query }, call) => {
  const rows = await call.readOnce<CouponRow>({
    text: `select id, code, percent, amount_cents, uses, max_uses, expires_at, expires_on::text as expires_on, created_at, revoked_at,
        count(*) over ()::integer as total
      from coupon where root_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    values: [call.caller.rootId, query.perPage, (query.page - 1) * query.perPage],
  })
  const now_ms = call.platform.clock.now()
  const coupons = rows.map((row) => present(row, now_ms))
  return toPage(coupons, query.page, query.perPage, rows[0]?.total ?? 0)
}

const present = (row: CouponRow, now_ms: number): Coupon => ({
  id: row.id,
  code: row.code,
  type: row.percent === null ? 'amount' : 'percent',
  value: row.percent ?? dollarsFromCents(row.amount_cents ?? 0),
  uses: row.uses,
  max_uses: row.max_uses,
  expires_on: row.expires_on,
  created_at: row.created_at.toISOString(),
  state: stateOf(row, now_ms),
})

function stateOf(row: CouponRow, now_ms: number): (typeof couponStates)[number] {
  if (row.revoked_at) return 'revoked'
  if (row.max_uses !== null && row.uses >= row.max_uses) return 'used_up'
  return row.expires_at !== null && row.expires_at.getTime() <= now_ms ? 'expired' : 'active'
}

/** Row-level security limits an operator to its own coupons. */
export const handleRevokeCoupon: Handler<typeof revokeCoupon> = async ({ body }, call) => {
  await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ code: string }>(
      'update coupon set revoked_at = coalesce(revoked_at, $2) where id = $1 returning code',
      [body.couponId, dateOf(call.platform.clock.now())],
    )
    if (!rows[0]) throw notFound()
    await recordActivity(tx, call, {
      action: 'billing.couponRevoked',
      target: { kind: 'coupon', id: body.couponId, name: rows[0].code },
    })
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}
