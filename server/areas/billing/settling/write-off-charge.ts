import type { writeOffCharge } from '#contract/billing/credits.ts'
import { dollarsFromCents, e4FromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { chargeMoves, lockCharge, moveCharge, type ChargeRow } from '../charge-states.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { lockFailedPayer, recordPaid } from '../payment-status.ts'
import { debtOf, revenueOf } from './payer-accounts.ts'

/**
 * The payee gives up an open charge: all of it, so never more than is open, and for good. The operation ID is the
 * caller's; a charge is written off once, whatever it is.
 */
export const handleWriteOffCharge: Handler<typeof writeOffCharge> = async ({ body }, call) => {
  const { agencyId, clientId } = payerOf(call)
  const isPayee = (clientId !== null) === (call.caller.kind === 'agencyOwner')
  if (!isPayee) throw invalid('companyId', 'This company does not pay you.')
  await call.inScope(async (tx) => {
    const charge = await lockCharge(tx, { agencyId }, body.chargeId)
    if (charge?.client_id !== clientId) throw invalid('chargeId', 'Charge not found.')
    if (charge.status === 'written_off') return
    // A top-up that was not paid bought nothing, so nothing is owed for it.
    if (charge.balance_id !== null || !chargeMoves[charge.status].includes('written_off'))
      throw new Failure('conflict', { message: 'This charge is being processed or already paid.' })
    const from = charge.status
    const now_ms = call.platform.clock.now()
    await writeOff(tx, now_ms, charge)
    await recordActivity(tx, call, {
      action: 'billing.chargeWrittenOff',
      target: { kind: 'charge', id: charge.id },
      from: { status: from },
      to: { status: 'written_off', amount: dollarsFromCents(charge.amount_cents), reason: body.reason },
    })
  })
  return { result: 'success', message: 'The charge has been written off.' }
}

/** Whoever was owed bears it, as less revenue; the tax of an invoice stays owed to its office. */
async function writeOff(tx: Tx, now_ms: number, charge: ChargeRow): Promise<void> {
  const payer = { rootId: charge.root_id, agencyId: charge.agency_id, clientId: charge.client_id }
  await moveCharge(tx, now_ms, charge, { to: 'written_off' })
  await lockFailedPayer(tx, charge)
  const accountOf = await ensureAccounts(tx, payer, now_ms, [revenueOf(payer), debtOf(payer)])
  await postTransfers(tx, payer, now_ms, [
    {
      id: uuidOf(['charge_written_off', charge.id]),
      flow: {
        debitAccountId: accountOf(revenueOf(payer)),
        creditAccountId: accountOf(debtOf(payer)),
        kind: 'charge_written_off',
        referenceKind: 'charge',
        clientId: charge.client_id,
      },
      amount_e4: e4FromCents(charge.amount_cents),
      referenceId: charge.id,
    },
  ])
  // Nothing is retried any more, and what the payer owed stops nothing.
  await recordPaid(tx, now_ms, charge)
}
