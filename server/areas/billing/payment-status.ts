import { noteDecline } from '#server/areas/prepaid/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from './charge-states.ts'

/**
 * A company's payment has failed as long as a charge of it stands declined (R074, R075), and is cured by itself when the last
 * of them is paid. A top-up that was declined is nobody's debt. Sessions ask for it within seconds.
 */
export async function notePaymentStatus(tx: Tx, { agency_id, client_id }: ChargeRow): Promise<void> {
  await tx.query(
    `update company set payment_status = fresh.status
       from (select case when exists (
               select from charge where agency_id = $1 and client_id is not distinct from $2 and status = 'declined'
                  and balance_id is null)
             then 'failed' else 'ok' end as status) fresh
      where company.id = coalesce($2, $1) and company.payment_status <> fresh.status`,
    [agency_id, client_id],
  )
}

/** What follows when a charge was declined: a debt is a payment that has failed, a top-up is not bought. */
export const noteDeclined = (tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> =>
  charge.balance_id === null
    ? notePaymentStatus(tx, charge)
    : noteDecline(tx, now_ms, charge.agency_id, charge.balance_id)
