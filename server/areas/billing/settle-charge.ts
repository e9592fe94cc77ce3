import type { settleCharge } from '#contract/billing/invoices.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { bookPayment } from './book-payment.ts'
import { chargeMoves, lockCharge, moveCharge } from './charge-states.ts'
import { payerOf } from './invoices/list-invoices.ts'
import { recordPaid } from './payment-status.ts'

/** The payee records a payment made outside: an agency for its clients' charges, the operator for agencies' charges. */
export const handleSettleCharge: Handler<typeof settleCharge> = async ({ body }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const isPayee = (clientId !== null) === (call.caller.kind === 'agencyOwner')
  if (!isPayee) throw invalid('companyId', 'This company does not pay you.')
  await call.inScope(async (tx) => {
    const charge = await lockCharge(tx, { agencyId }, body.chargeID)
    if (charge?.client_id !== clientId) throw invalid('chargeID', 'Charge not found.')
    if (charge.status === 'settled') return
    if (!chargeMoves[charge.status].includes('settled'))
      throw new Failure('conflict', { message: 'This charge is being processed or already paid.' })
    const now_ms = call.platform.clock.now()
    const from = charge.status
    await moveCharge(tx, now_ms, charge, { to: 'settled' })
    await bookPayment(tx, now_ms, charge, { by: 'hand' })
    await recordPaid(tx, now_ms, charge)
    await recordActivity(tx, call, {
      action: 'billing.chargeSettled',
      target: { kind: 'charge', id: charge.id },
      from: { status: from },
      to: { status: 'settled', amount: charge.amount_cents / 100 },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}
