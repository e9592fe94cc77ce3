import { noteDecline } from '#server/areas/prepaid/public.ts'
import { savePaymentStatus } from '#server/areas/tenants/public.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { openStatuses, type ChargeRow } from './charge-states.ts'
import { endDunning, noteRefusal, type NotedRefusal } from './dunning/dunning-cases.ts'
import { turnedAway } from './dunning/schedule.ts'

/**
 * A company's payment has failed as long as a charge of it stands declined after its last try (R074, R075), and is cured by
 * itself when the last of them is paid. A top-up that was declined is nobody's debt. Sessions ask for it within seconds.
 */
async function notePaymentStatus(tx: Tx, { agency_id, client_id }: ChargeRow): Promise<void> {
  const { rowCount: failed } = await tx.query(
    `select from charge c
       join dunning_case d on d.agency_id = c.agency_id and d.charge_id = c.id
      where c.agency_id = $1 and c.client_id is not distinct from $2 and c.status = any($3)
        and d.over_at is not null and d.ended_at is null
      limit 1`,
    // One that is tried once more has not been paid yet.
    [agency_id, client_id, openStatuses],
  )
  // A statement of its own: on a cluster charges lie with their agency, and companies on each node.
  await savePaymentStatus(tx, client_id ?? agency_id, failed ? 'failed' : 'ok')
}

/** What follows when a charge was paid. */
export async function notePaid(tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> {
  if (planted('leave-payment-failed')) return
  await endDunning(tx, now_ms, charge)
  await notePaymentStatus(tx, charge)
}

/**
 * What follows when a charge was declined: a debt is tried again by its days, until the payment has failed; a top-up is not
 * bought, and has none. What the gateway turned away is nobody's refusal (decision 168).
 */
export async function noteDeclined(tx: Tx, now_ms: number, charge: ChargeRow): Promise<NotedRefusal | null> {
  if (charge.balance_id !== null) {
    await noteDecline(tx, now_ms, { ...charge, balance_id: charge.balance_id, counts: charge.cause !== turnedAway })
    return null
  }
  const dunning = await noteRefusal(tx, now_ms, charge)
  await notePaymentStatus(tx, charge)
  return dunning
}
