import { e4FromCents } from '#contract/core/money.ts'
import { reverseClaims } from '#server/areas/allowances/reverse-claims.ts'
import { shareAccounts } from '#server/areas/allowances/claim-share.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import { readTransfersOf } from '#server/areas/ledger/read-transfers.ts'
import type { AccountName, Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { followCommissions, lockCommissionsOf } from '../commissions.ts'
import { failRefund, numberRefund, type RefundRow } from './refunds.ts'
import { claimShareOfRefund, shareCreditId } from './share-credits.ts'
import { readRefundableShare } from './refundable-shares.ts'

interface Movement {
  kind: string
  debit: AccountName
  credit: AccountName
  clientId: string | null
  amount_cents: number
}

const ofAll = (kind: AccountName['kind']): AccountName => ({ kind, clientId: null })

/** A refund to book: its amount, how it is paid, and the operator's share of it. */
export interface RefundToBook {
  refund: RefundRow
  isByHand: boolean
  /** The part of the operator's share that is paid out with it. */
  share_cents: number
}

/**
 * Reverses every leg of the payment, and the sale itself, by the refund's amount. Of a client's payment the share is paid out as well, but
 * only a claim takes it off the agency's debt (`share-credits.ts`).
 */
function movementsOf({ refund, isByHand, share_cents }: RefundToBook): Movement[] {
  const { client_id: clientId, amount_cents, tax_cents } = refund
  // Tax isn't revenue, so it is returned from the seller's tax account.
  const net_cents = amount_cents - tax_cents
  const payable = ofAll('agency_payable')
  if (clientId === null) {
    const credit = ofAll(isByHand ? 'root_bank' : 'clearing')
    return [
      { kind: 'agency_credit', debit: ofAll('root_revenue'), credit: payable, clientId, amount_cents: net_cents },
      { kind: 'agency_tax_credit', debit: ofAll('root_tax'), credit: payable, clientId, amount_cents: tax_cents },
      { kind: 'agency_refund', debit: payable, credit, clientId, amount_cents },
    ]
  }
  const debt: AccountName = { kind: 'client_receivable', clientId }
  const atGateway: AccountName = { kind: 'agency_clearing', clientId }
  const back: Movement[] = [
    {
      kind: 'client_credit',
      debit: { kind: 'agency_revenue', clientId },
      credit: debt,
      clientId,
      amount_cents: net_cents,
    },
    {
      kind: 'client_tax_credit',
      debit: { kind: 'agency_tax', clientId },
      credit: debt,
      clientId,
      amount_cents: tax_cents,
    },
    {
      kind: 'client_refund',
      debit: debt,
      credit: isByHand ? ofAll('agency_bank') : atGateway,
      clientId,
      amount_cents,
    },
  ]
  if (share_cents === 0 || hasFault('keep-share-of-refund')) return back
  const share = { clientId: null, amount_cents: share_cents }
  return [
    ...back,
    { kind: 'share_refund', debit: atGateway, credit: ofAll('agency_bank'), ...share },
    { kind: 'agency_refund', debit: payable, credit: ofAll('clearing'), ...share },
  ]
}

/**
 * Numbers a refund's credit note and books it, in the transaction that marks the refund as succeeded. With a share, the caller holds the
 * locks of `lockWithMonths`.
 */
export async function bookRefund(tx: Tx, now_ms: number, given: RefundToBook, gatewayId: string | null): Promise<void> {
  const { refund } = given
  const book: Book = { rootId: refund.root_id, agencyId: refund.agency_id }
  await lockCommissionsOf(tx, refund)
  const room_e4 = given.share_cents > 0 ? await readRefundableShare(tx, refund.agency_id, refund.charge_id) : 0
  // What credits of its leads had given back before is owed again (decision 214).
  const credited_cents = Math.min(given.share_cents, Math.floor(room_e4 / 100))
  const movements = movementsOf(given).filter(({ amount_cents }) => amount_cents > 0)
  const accountOf = await ensureAccounts(tx, book, now_ms, [
    ...movements.flatMap(({ debit, credit }) => [debit, credit]),
    ...shareAccounts,
  ])
  const keepsShare = hasFault('keep-share-of-refund')
  const ofShare = await claimShareOfRefund(tx, book, now_ms, accountOf, {
    id: shareCreditId(refund.id, 0),
    refund,
    amount_e4: keepsShare ? 0 : e4FromCents(credited_cents),
  })
  await postTransfers(tx, book, now_ms, [
    ...ofShare,
    ...movements.map(({ kind, debit, credit, clientId, amount_cents }) => ({
      id: uuidOf([kind, refund.id]),
      flow: {
        debitAccountId: accountOf(debit),
        creditAccountId: accountOf(credit),
        kind,
        referenceKind: 'refund',
        clientId,
      },
      amount_e4: e4FromCents(amount_cents),
      referenceId: refund.id,
    })),
  ])
  await numberRefund(tx, now_ms, refund, gatewayId)
  await followCommissions(tx, now_ms, refund)
}

/** The refund failed after it was booked: reverses all its transfers. Its credit note keeps its number but is void. */
export async function undoRefund(tx: Tx, now_ms: number, refund: RefundRow, code: string): Promise<void> {
  await lockCommissionsOf(tx, refund)
  const book: Book = { rootId: refund.root_id, agencyId: refund.agency_id }
  const transfers = await readTransfersOf(tx, refund.agency_id, refund.id)
  await reverseClaims(tx, book, now_ms, refund.id)
  await postTransfers(
    tx,
    book,
    now_ms,
    transfers.map(({ id, kind, clientId, amount_e4, debitAccountId, creditAccountId }) => ({
      id: uuidOf(['undone', id]),
      flow: {
        debitAccountId: creditAccountId,
        creditAccountId: debitAccountId,
        kind: `${kind}_undone`,
        referenceKind: 'refund',
        clientId,
      },
      amount_e4,
      referenceId: refund.id,
    })),
  )
  await failRefund(tx, now_ms, refund, code)
  await followCommissions(tx, now_ms, refund)
}
