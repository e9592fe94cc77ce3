import { claimShare, shareAccounts, type Wish } from '#server/areas/allowances/claim-share.ts'
import { readHeld } from '#server/areas/allowances/read-held.ts'
import { ensureAccounts, type AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { Book, NewTransfer } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { lockRefund, type RefundRow } from './refunds.ts'
import { lockWithMonths, readRefundableShare } from './refundable-shares.ts'
import { readBookedShares } from './share-months.ts'

// A refund of a client's payment pays the operator's share out, as a gateway does it in proportion or not at all. What of that the agency
// may keep is claimed like every part of the share (decision 223); the rest is its debt until the operator accepts it.

/** The transfer that takes a further part of a refund's share off the agency's debt. */
export const shareCreditId = (refundId: string, before_e4: number): string =>
  uuidOf(before_e4 === 0 ? ['agency_credit', refundId] : ['agency_credit', refundId, String(before_e4)])

interface Part {
  id: string
  refund: Pick<RefundRow, 'id' | 'charge_id' | 'created_at'>
  amount_e4: number
}

/** Claims a part of a refund's share, and returns the transfers of what comes back now. */
export async function claimShareOfRefund(
  tx: Tx,
  book: Book,
  now_ms: number,
  accountOf: AccountIds,
  { id, refund, amount_e4 }: Part,
): Promise<NewTransfer[]> {
  if (amount_e4 === 0) return []
  const wish: Wish = {
    id,
    source: 'refund',
    causeId: refund.id,
    creditId: null,
    amount_e4,
    soldAt: (await readNewestSale(tx, book, refund.charge_id)) ?? refund.created_at,
    claimedAt: refund.created_at,
    isFree: false,
    referenceId: refund.id,
  }
  return claimShare(tx, book, now_ms, accountOf, [wish])
}

/** When the newest lead, list or fee on a client's invoice was booked: a payment is late once all that it was for is. */
async function readNewestSale(tx: Tx, { agencyId }: Book, chargeId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>(
    'select max(booked_at) as at from allocation where agency_id = $1 and invoice_id = $2',
    [agencyId, chargeId],
  )
  return rows[0]!.at
}

/**
 * Locks what a refund's share depends on, and returns how much of it can still come back, in whole cents' 1/10,000 dollar; 0 unless the
 * refund has succeeded.
 */
export async function lockShareOfRefund(tx: Tx, agencyId: string, refundId: string): Promise<number> {
  const { rows } = await tx.query<Pick<RefundRow, 'charge_id'>>(
    'select charge_id from refund where agency_id = $1 and id = $2',
    [agencyId, refundId],
  )
  if (!rows[0]) return 0
  await lockWithMonths(tx, agencyId, [rows[0].charge_id])
  const refund = await lockRefund(tx, agencyId, refundId)
  if (refund?.state !== 'succeeded') return 0
  return Math.floor((await readRefundableShare(tx, agencyId, refund.charge_id)) / 100) * 100
}

/** Books a part of a refund's share that the operator has accepted. The caller holds the locks of `lockShareOfRefund`. */
export async function bookShareOfRefund(
  tx: Tx,
  book: Book,
  now_ms: number,
  { id, refundId, amount_e4 }: { id: string; refundId: string; amount_e4: number },
): Promise<void> {
  const refund = (await lockRefund(tx, book.agencyId, refundId))!
  const accountOf = await ensureAccounts(tx, book, now_ms, shareAccounts)
  await postTransfers(
    tx,
    book,
    now_ms,
    await claimShareOfRefund(tx, book, now_ms, accountOf, { id, refund, amount_e4 }),
  )
}

/**
 * Takes off the agency's debt what refunds had left out of their shares, as far as credits that were reversed or refunds that failed
 * since allow it. The oldest refund comes first.
 */
export async function creditRestOfShares(tx: Tx, book: Book, now_ms: number): Promise<void> {
  const { agencyId } = book
  const incomplete = await readIncomplete(tx, agencyId)
  if (incomplete.length === 0) return
  const chargeIds = new Set(incomplete.map(({ charge_id }) => charge_id))
  await lockWithMonths(tx, agencyId, [...chargeIds])
  for (const { rest_e4, claimed_e4, ...refund } of await readIncomplete(tx, agencyId)) {
    // One that was booked meanwhile took what there was, and its charge is not locked.
    if (!chargeIds.has(refund.charge_id)) continue
    const cents = Math.floor(Math.min(rest_e4, await readRefundableShare(tx, agencyId, refund.charge_id)) / 100)
    if (cents <= 0) continue
    const accountOf = await ensureAccounts(tx, book, now_ms, shareAccounts)
    const part = { id: shareCreditId(refund.id, claimed_e4), refund, amount_e4: cents * 100 }
    await postTransfers(tx, book, now_ms, await claimShareOfRefund(tx, book, now_ms, accountOf, part))
  }
}

interface Incomplete extends Pick<RefundRow, 'id' | 'charge_id' | 'created_at'> {
  /** What of its share was neither taken off the agency's debt nor claimed, and what was. */
  rest_e4: number
  claimed_e4: number
}

/** Refunds that paid out more of the operator's share than they took off the agency's debt, oldest first. */
async function readIncomplete(tx: Tx, agencyId: string): Promise<Incomplete[]> {
  const { rows: refunds } = await tx.query<Pick<RefundRow, 'id' | 'charge_id' | 'created_at'>>(
    `select id, charge_id, created_at from refund
      where agency_id = $1 and client_id is not null and attempt_id is not null and state = 'succeeded' order by created_at, id`,
    [agencyId],
  )
  if (refunds.length === 0) return []
  const ids = refunds.map(({ id }) => id)
  const shares = await readBookedShares(tx, agencyId, ids)
  const heldShares = await readHeld(tx, agencyId, ids)
  return refunds.flatMap((refund) => {
    const { paid_e4, credited_e4 } = shares.get(refund.id) ?? { paid_e4: 0, credited_e4: 0 }
    const claimed_e4 = credited_e4 + (heldShares.get(refund.id) ?? 0)
    return paid_e4 > claimed_e4 ? [{ ...refund, rest_e4: paid_e4 - claimed_e4, claimed_e4 }] : []
  })
}
