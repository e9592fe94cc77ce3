import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book } from '#server/areas/ledger/book.ts'
import { accountOf as prepaidAccountOf } from '#server/areas/prepaid/balances.ts'
import { addLot } from '#server/areas/prepaid/lots.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { ChargeRow } from './charge-states.ts'
import { payCommissionsOf } from './commissions.ts'
import { lockFailedPayer } from './payment-status.ts'
import { queuePaymentMail } from './queue-payment-mails.ts'

interface Movement {
  kind: 'client_payment' | 'agency_payment' | 'application_fee'
  debit: AccountName
  credit: AccountName
  /** The client who may see it besides the agency. */
  clientId: string | null
  amount_cents: number
}

/** How a charge was paid: by card, with the operator's share of a client's payment, or manually. */
export type Paid = { by: 'gateway'; attemptId: string; fee_cents: number } | { by: 'hand' }

const payable: AccountName = { kind: 'agency_payable', clientId: null }
const ofAll = (kind: AccountName['kind']): AccountName => ({ kind, clientId: null })

function movementsOf(charge: ChargeRow, paid: Paid): Movement[] {
  const { client_id: clientId, amount_cents, balance_id } = charge
  const fee_cents = paid.by === 'gateway' ? paid.fee_cents : 0
  if (clientId === null) {
    const debit = ofAll(paid.by === 'gateway' ? 'clearing' : 'root_bank')
    const credit = balance_id === null ? payable : prepaidAccountOf({ clientId })
    return [{ kind: 'agency_payment', debit, credit, clientId, amount_cents }]
  }
  const atGateway: AccountName = { kind: 'agency_clearing', clientId }
  const debit = paid.by === 'gateway' ? atGateway : ofAll('agency_bank')
  const credit: AccountName =
    balance_id === null ? { kind: 'client_receivable', clientId } : prepaidAccountOf({ clientId })
  const payment: Movement = { kind: 'client_payment', debit, credit, clientId, amount_cents }
  if (fee_cents === 0) return [payment]
  // The gateway deducts the operator's share from the payment, which reduces the agency's balance there and pays its debt.
  const share = { clientId: null, amount_cents: fee_cents }
  return [
    payment,
    { kind: 'application_fee', debit: ofAll('agency_bank'), credit: atGateway, ...share },
    { kind: 'agency_payment', debit: ofAll('clearing'), credit: payable, ...share },
  ]
}

/**
 * Books the payment of a charge, in the transaction that marks it as paid. Transfer ids are derived from the payment, so that
 * it is booked once, however it is reported. A prepayment becomes a lot.
 */
export async function bookPayment(tx: Tx, now_ms: number, charge: ChargeRow, payment: Paid): Promise<void> {
  await lockFailedPayer(tx, charge)
  const book: Book = { rootId: charge.root_id, agencyId: charge.agency_id }
  await queuePaymentMail(tx, book, charge.id)
  if (charge.balance_id !== null)
    await addLot(tx, book, now_ms, {
      id: charge.id,
      balance: { id: charge.balance_id, clientId: charge.client_id },
      amount_cents: charge.amount_cents,
    })
  const movements = movementsOf(charge, payment)
  const accountOf = await ensureAccounts(
    tx,
    book,
    now_ms,
    movements.flatMap(({ debit, credit }) => [debit, credit]),
  )
  const source = payment.by === 'gateway' ? payment.attemptId : charge.id
  await postTransfers(
    tx,
    book,
    now_ms,
    movements.map(({ kind, debit, credit, clientId, amount_cents }) => ({
      id: uuidOf([kind, source]),
      flow: {
        debitAccountId: accountOf(debit),
        creditAccountId: accountOf(credit),
        kind,
        referenceKind: 'payment',
        clientId,
      },
      amount_e4: e4FromCents(amount_cents),
      referenceId: charge.id,
    })),
  )
  await payCommissionsOf(tx, now_ms, charge)
}
