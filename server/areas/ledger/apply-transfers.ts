import type { AppliedTransfer, NewTransfer } from './book.ts'

/** Transfers applied to balances, in order: the pure heart of the ledger. */
export interface Application {
  applied: AppliedTransfer[]
  /** The balances of all accounts that were given, changed or not, in cents. */
  balances: Map<string, number>
}

/**
 * Applies transfers one after the other: the debit account's balance falls by the amount, the credit account's rises by
 * it, so their sum stays what it was. Throws for an amount that is no whole positive number of cents, a transfer from an
 * account to itself, an account without a balance, or a balance beyond what a number holds exactly.
 */
export function applyTransfers(start: ReadonlyMap<string, number>, transfers: readonly NewTransfer[]): Application {
  const balances = new Map(start)
  const move = (accountId: string, by_cents: number): number => {
    const before_cents = balances.get(accountId)
    if (before_cents === undefined) throw new Error(`The book has no account ${accountId}`)
    const after_cents = before_cents + by_cents
    if (!Number.isSafeInteger(after_cents)) throw new RangeError(`The balance of account ${accountId} is out of range`)
    balances.set(accountId, after_cents)
    return after_cents
  }
  const applied = transfers.map((transfer) => {
    const { id, amount_cents } = transfer
    const { debitAccountId, creditAccountId } = transfer.flow
    if (!Number.isSafeInteger(amount_cents) || amount_cents <= 0)
      throw new RangeError(`Transfer ${id} is not of a positive whole number of cents`)
    if (debitAccountId === creditAccountId) throw new Error(`Transfer ${id} goes from an account to itself`)
    return {
      transfer,
      debitBalance_cents: move(debitAccountId, -amount_cents),
      creditBalance_cents: move(creditAccountId, amount_cents),
    }
  })
  return { applied, balances }
}
