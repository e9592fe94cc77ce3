import type { SourceFault } from './fault.ts'

const couponTest = 'server/areas/billing/coupons.test.ts'
const topUp = 'server/areas/wallet/top-up.ts'

/** Money beyond the faults that `platform/planted-fault.ts` names. */
export const moneyFaults: SourceFault[] = [
  {
    name: 'coupon-once-more',
    says: 'A coupon is used once more than it may be.',
    file: 'server/areas/billing/redeem-coupon.ts',
    before: 'coupon.uses < coupon.max_uses',
    after: 'coupon.uses <= coupon.max_uses',
    test: couponTest,
  },
  {
    name: 'coupon-that-ended',
    says: 'A coupon can be used after its last day.',
    file: 'server/areas/billing/redeem-coupon.ts',
    before: '(coupon.expires_at is null or coupon.expires_at > $4)',
    after: '(coupon.expires_at is null or $4::timestamptz is not null)',
    test: couponTest,
  },
  {
    name: 'discount-as-it-falls',
    says: 'What a coupon leaves of a fee below the card’s minimum is charged.',
    file: 'server/areas/billing/redeem-coupon.ts',
    before: 'fee_cents - off_cents <= tooLittle_cents ?',
    after: 'fee_cents - off_cents < 0 ?',
    test: couponTest,
  },
  {
    name: 'top-up-beside-an-open-one',
    says: 'A wallet is topped up again while the last top-up is still being charged.',
    file: topUp,
    before: 'if ((last && isOpen(last)) || (await',
    after: 'if ((last && last === undefined) || (await',
    test: 'server/areas/wallet/one-open-top-up.test.ts',
  },
  {
    name: 'asked-for-another-amount',
    says: 'The proof of charges overlooks that a gateway took another amount than was due.',
    file: 'server/areas/billing/verify-charges.ts',
    before: 'or (charge.attempts = 1 and charge.asked_cents <> charge.amount_cents)',
    after: '',
    test: 'server/areas/billing/verify-charges.test.ts',
  },
  {
    name: 'written-off-unseen',
    says: 'The proof of charges overlooks a write-off without its transfer.',
    file: 'server/areas/billing/verify-charges.ts',
    before: 'where t.e4 is distinct from c.amount_cents * 100 order by',
    after: 'where false order by',
    test: 'server/areas/payments/receivables/receivables.test.ts',
  },
]
