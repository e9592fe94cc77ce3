import { needsAnotherCard } from './dunning/needs-another-card.ts'

/** When a declined charge `c` is retried, in its payer's calendar. */
export const nextTry = `(select d.next_on::text from dunning_case d
   where d.agency_id = c.agency_id and d.charge_id = c.id and c.status = 'declined')`

/** The same to show: a card that would be declined again is not charged on that day. */
export const shownTryOf = ({
  cause,
  next_try_on,
}: {
  cause: string | null
  next_try_on: string | null
}): string | null => (needsAnotherCard(cause) ? null : next_try_on)

/** What was refunded of a charge `c`, in cents. */
export const refundedCents = `(select coalesce(sum(r.amount_cents), 0)::bigint from refund r
   where r.agency_id = c.agency_id and r.charge_id = c.id and r.state = 'succeeded')`

/** The state of a pending refund of a charge `c`, or else of its newest one if that failed. */
export const openRefund = `(select nullif(r.state, 'succeeded') from refund r
   where r.agency_id = c.agency_id and r.charge_id = c.id
   order by r.state = 'sent' desc, r.created_at desc, r.id desc limit 1)`
