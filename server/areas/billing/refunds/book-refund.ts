import { e4FromCents } from '#contract/core/money.ts'
import {
  ensureAccounts,
  postTransfers,
  readTransfersOf,
  type AccountName,
  type Book,
} from '#server/areas/ledger/public.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { planted } from '#server/platform/planted-fault.ts'
import { followCommissions, lockCommissionsOf } from '../commissions.ts'
import { failRefund, numberRefund, type RefundRow } from './refunds.ts'
import { lockWithMonths, readRoomOfCharge } from './share-room.ts'

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
 * Reverses every leg of the payment, and the sale itself, by the refund's amount. `credited_cents` of the share are still the
 * agency's; it owes the rest, which credits of its leads had given back (decision 214).
 */
function movementsOf({ refund, isByHand, share_cents }: RefundToBook, credited_cents: number): Movement[] {
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
  if (share_cents === 0 || planted('keep-share-of-refund')) return back
  const share = { clientId: null, amount_cents: share_cents }
  return [
    ...back,
    { kind: 'share_refund', debit: atGateway, credit: ofAll('agency_bank'), ...share },
    { ...creditOfShare, clientId: null, amount_cents: credited_cents },
    { kind: 'agency_refund', debit: payable, credit: ofAll('clearing'), ...share },
  ]
}

/** What a refund's part of the operator's share takes off the agency's debt. */
const creditOfShare = {
  kind: 'agency_credit',
  debit: ofAll('root_revenue'),
  credit: ofAll('agency_payable'),
} as const

/**
 * Numbers a refund's credit note and books it, in the transaction that marks the refund as succeeded. With a share, the caller holds the
 * locks of `lockWithMonths`.
 */
export async function bookRefund(tx: Tx, now_ms: number, given: RefundToBook, gatewayId: string | null): Promise<void> {
  const { refund } = given
  const book: Book = { rootId: refund.root_id, agencyId: refund.agency_id }
  await lockCommissionsOf(tx, refund)
  const room_e4 = given.share_cents > 0 ? await readRoomOfCharge(tx, refund.agency_id, refund.charge_id) : 0
  const credited_cents = Math.min(given.share_cents, Math.floor(room_e4 / 100))
  const movements = movementsOf(given, credited_cents).filter(({ amount_cents }) => amount_cents > 0)
  const accountOf = await ensureAccounts(
    tx,
    book,
    now_ms,
    movements.flatMap(({ debit, credit }) => [debit, credit]),
  )
  await postTransfers(
    tx,
    book,
    now_ms,
    movements.map(({ kind, debit, credit, clientId, amount_cents }) => ({
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
  )
  await numberRefund(tx, now_ms, refund, gatewayId)
  await followCommissions(tx, now_ms, refund)
}

/** The refund failed after it was booked: reverses all its transfers. Its credit note keeps its number but is void. */
export async function undoRefund(tx: Tx, now_ms: number, refund: RefundRow, code: string): Promise<void> {
  await lockCommissionsOf(tx, refund)
  const booked = await readTransfersOf(tx, refund.agency_id, refund.id)
  await postTransfers(
    tx,
    { rootId: refund.root_id, agencyId: refund.agency_id },
    now_ms,
    booked.map(({ id, kind, clientId, amount_e4, debitAccountId, creditAccountId }) => ({
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

/**
 * Takes off the agency's debt what refunds had left out of their shares, as far as credits that were reversed or refunds that failed
 * since leave room for it. The oldest refund comes first.
 */
export async function creditRestOfShares(tx: Tx, book: Book, now_ms: number): Promise<void> {
  const { agencyId } = book
  const found = await readIncomplete(tx, agencyId)
  if (found.length === 0) return
  const locked = new Set(found.map(({ charge_id }) => charge_id))
  await lockWithMonths(tx, agencyId, [...locked])
  for (const { id, charge_id, rest_e4, credited_e4 } of await readIncomplete(tx, agencyId)) {
    // One that was booked meanwhile took what there was, and its charge is not locked.
    if (!locked.has(charge_id)) continue
    const cents = Math.floor(Math.min(rest_e4, await readRoomOfCharge(tx, agencyId, charge_id)) / 100)
    if (cents <= 0) continue
    const { kind, debit, credit } = creditOfShare
    const accountOf = await ensureAccounts(tx, book, now_ms, [debit, credit])
    const accounts = { debitAccountId: accountOf(debit), creditAccountId: accountOf(credit) }
    await postTransfers(tx, book, now_ms, [
      {
        id: uuidOf([kind, id, String(credited_e4)]),
        flow: { ...accounts, kind, referenceKind: 'refund', clientId: null },
        amount_e4: e4FromCents(cents),
        referenceId: id,
      },
    ])
  }
}

interface Incomplete {
  id: string
  charge_id: string
  /** What of its share it did not take off the agency's debt, and what it did. */
  rest_e4: number
  credited_e4: number
}

/** Refunds that paid out more of the operator's share than they took off the agency's debt, oldest first. */
async function readIncomplete(tx: Tx, agencyId: string): Promise<Incomplete[]> {
  const { rows: refunds } = await tx.query<{ id: string; charge_id: string }>(
    `select id, charge_id from refund
      where agency_id = $1 and client_id is not null and attempt_id is not null and state = 'succeeded' order by created_at, id`,
    [agencyId],
  )
  if (refunds.length === 0) return []
  const { rows } = await tx.query<{ id: string; rest_e4: number; credited_e4: number }>(
    `select reference_id as id,
            sum(case kind when 'share_refund' then amount_e4 else -amount_e4 end)::bigint as rest_e4,
            coalesce(sum(amount_e4) filter (where kind = 'agency_credit'), 0)::bigint as credited_e4
       from ledger_transfer
      where agency_id = $1 and kind in ('share_refund', 'agency_credit') and reference_id = any($2::uuid[])
      group by 1 having sum(case kind when 'share_refund' then amount_e4 else -amount_e4 end) > 0`,
    [agencyId, plainArray(refunds.map(({ id }) => id))],
  )
  const openOf = new Map(rows.map((row) => [row.id, row]))
  return refunds.flatMap((refund) => {
    const open = openOf.get(refund.id)
    return open ? [{ ...refund, ...open }] : []
  })
}
