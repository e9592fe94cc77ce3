import type { AppliedTransfer, NewTransfer } from './book.ts'

/** Transfers applied to balances, in order: the pure heart of the ledger. */
export interface Application {
  applied: AppliedTransfer[]
  /** The balances of all accounts that were given, changed or not, in 1/10,000 dollar. */
  balances: Map<string, number>
}

/**
 * Applies transfers one after the other: the debit account's balance falls by the amount, the credit account's rises by
 * it, so their sum stays what it was. Throws for an amount that is no whole positive number, a transfer from an
 * account to itself, an account without a balance, or a balance beyond what a number holds exactly.
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
  const applied = transfers.map((transfer) => {
    const { id, amount_e4 } = transfer
    const { debitAccountId, creditAccountId } = transfer.flow
    if (!Number.isSafeInteger(amount_e4) || amount_e4 <= 0)
      throw new RangeError(`Transfer ${id} is not of a positive whole amount`)
    if (debitAccountId === creditAccountId) throw new Error(`Transfer ${id} goes from an account to itself`)
    return {
      transfer,
      debitBalance_e4: move(debitAccountId, -amount_e4),
      creditBalance_e4: move(creditAccountId, amount_e4),
    }
  })
  return { applied, balances }
}
