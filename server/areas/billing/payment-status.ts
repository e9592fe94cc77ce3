import { recordDecline } from '#server/areas/prepaid/balances.ts'
import { savePaymentStatus } from '#server/areas/tenants/save-billing-state.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { openStatuses, type ChargeRow } from './charge-states.ts'
import { endDunning, recordRefusal, type NotedRefusal } from './dunning/dunning-cases.ts'
import { gatewayRefused } from './dunning/schedule.ts'

/**
 * A company's payment status is failed while any of its charges is declined after the last attempt (R074, R075), and recovers
 * automatically when the last one is paid. A declined top-up is not a debt. Sessions check the status within seconds.
 */
async function recordPaymentStatus(tx: Tx, { agency_id, client_id }: ChargeRow): Promise<void> {
  const { rowCount: failures } = await tx.query(
    `select from charge c
       join dunning_case d on d.agency_id = c.agency_id and d.charge_id = c.id
      where c.agency_id = $1 and c.client_id is not distinct from $2 and c.status = any($3)
        and d.over_at is not null and d.ended_at is null
      limit 1`,
    // A charge being retried isn't paid yet.
    [agency_id, client_id, openStatuses],
  )
  // A separate statement: on a cluster, charges are with their agency and companies on every node.
  await savePaymentStatus(tx, client_id ?? agency_id, failures ? 'failed' : 'ok')
}

/**
 * Locks the payer of a charge that is about to be paid, if its status may change. Lock order: a charge, its payer, accounts, dunning
 * cases; those who change the payer begin there and take the rest in the same order.
 */
export async function lockFailedPayer(tx: Tx, { agency_id, client_id }: ChargeRow): Promise<void> {
  const payerId = client_id ?? agency_id
  // Read first: on a cluster, locking one company's row holds up changes of all of them.
  const text = `select from company where id = $1 and payment_status = 'failed'`
  if ((await tx.query(text, [payerId])).rowCount === 1) await lockPayer(tx, payerId)
}

const lockPayer = (tx: Tx, payerId: string): Promise<unknown> =>
  tx.query('select from company where id = $1 for no key update', [payerId])

/** Updates the status after a charge was paid. */
export async function recordPaid(tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> {
  if (hasFault('leave-payment-failed')) return
  await endDunning(tx, now_ms, charge)
  await recordPaymentStatus(tx, charge)
}

/**
 * Updates the status after a charge was declined: a debt is retried by schedule until the payment fails; a top-up is
 * dropped. A request rejected by the gateway doesn't count as a refusal (decision 168).
 */
export async function recordDeclined(tx: Tx, now_ms: number, charge: ChargeRow): Promise<NotedRefusal | null> {
  if (charge.balance_id !== null) {
    await recordDecline(tx, now_ms, {
      ...charge,
      balance_id: charge.balance_id,
      counts: charge.cause !== gatewayRefused,
    })
    return null
  }
  await lockPayer(tx, charge.client_id ?? charge.agency_id)
  const dunning = await recordRefusal(tx, now_ms, charge)
  await recordPaymentStatus(tx, charge)
  return dunning
}
