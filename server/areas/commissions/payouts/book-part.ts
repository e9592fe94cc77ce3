import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

interface Payout {
  id: string
  root_id: string
  /** Null for a payment by hand. */
  gateway: string | null
}

interface Part {
  agencyId: string
  /** What the payee gets; below zero what the payee gives back. */
  paid_e4: number
  /** The transfer's kind if the payee gets money, and if the payee gives it back. */
  kinds: readonly [paid: string, back: string]
  transferId: string
}

/** Books one agency's part of a payout, or of its reversal. */
export async function bookPart(
  tx: Tx,
  now_ms: number,
  { id, root_id, gateway }: Payout,
  { agencyId, paid_e4, kinds, transferId }: Part,
): Promise<void> {
  const book = { rootId: root_id, agencyId }
  const payable: AccountName = { kind: 'commission_payable', clientId: null }
  const source: AccountName = { kind: gateway === null ? 'root_bank' : 'clearing', clientId: null }
  const accountOf = await ensureAccounts(tx, book, now_ms, [payable, source])
  // In the same order as payments lock them, so that the two wait for each other and do not deadlock.
  await tx.query('select from ledger_account where agency_id = $1 and id = $2 for update', [
    agencyId,
    accountOf(source),
  ])
  const isPaid = paid_e4 > 0
  const flow = {
    debitAccountId: accountOf(isPaid ? payable : source),
    creditAccountId: accountOf(isPaid ? source : payable),
    kind: kinds[isPaid ? 0 : 1],
    referenceKind: 'commission_payout',
    clientId: null,
  }
  await postTransfers(tx, book, now_ms, [{ id: transferId, flow, amount_e4: Math.abs(paid_e4), referenceId: id }])
}
