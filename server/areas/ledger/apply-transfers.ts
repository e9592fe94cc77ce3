import type { AppliedTransfer, NewTransfer } from './book.ts'

/** Applies transfers to balances, in order. Pure; this is the core of the ledger. */
export interface Application {
  applied: AppliedTransfer[]
  /** The balances of all given accounts, changed or not, in 1/10,000 dollar. */
  balances: Map<string, number>
}

/**
 * Applies transfers one by one: the debit account's balance decreases by the amount, the credit account's increases by it,
 * so their sum doesn't change. Throws for an amount that isn't a positive integer, a transfer from an
 * account to itself, an account without a balance, or a balance beyond `Number.MAX_SAFE_INTEGER`.
 */
export function applyTransfers(start: ReadonlyMap<string, number>, transfers: readonly NewTransfer[]): Application {
  const balances = new Map(start)
  const move = (accountId: string, by_e4: number): number => {
    const before_e4 = balances.get(accountId)
    if (before_e4 === undefined) throw new Error(`The book has no account ${accountId}`)
    const after_e4 = before_e4 + by_e4
    if (!Number.isSafeInteger(after_e4)) throw new RangeError(`The balance of account ${accountId} is out of range`)
    balances.set(accountId, after_e4)
    return after_e4
  }
  const appliedTransfers = transfers.map((transfer) => {
    const { id, amount_e4 } = transfer
    const { debitAccountId, creditAccountId } = transfer.flow
    if (!Number.isSafeInteger(amount_e4) || amount_e4 <= 0)
      throw new RangeError(`Transfer ${id} must have a positive integer amount`)
    if (debitAccountId === creditAccountId) throw new Error(`Transfer ${id} goes from an account to itself`)
    return {
      transfer,
      debitBalance_e4: move(debitAccountId, -amount_e4),
      creditBalance_e4: move(creditAccountId, amount_e4),
    }
  })
  return { applied: appliedTransfers, balances }
}
