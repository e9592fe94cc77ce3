import { bookPayment } from '#server/areas/billing/book-payment.ts'
import { lockCharge, moveCharge } from '#server/areas/billing/charge-states.ts'
import { openTopUp } from '#server/areas/billing/top-ups/open-top-up.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { lockFunds, payLeads, type Cost } from '#server/areas/prepaid/funds.ts'
import { saveBalance, walletOf, type BalanceName } from '#server/areas/prepaid/balances.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestDatabase } from './harness.ts'

export interface Purchase {
  amount_cents: number
  at_ms: number
  /** Defaults to the agency's wallet. */
  balance?: BalanceName
  stopsContinual?: boolean
  leadsToBuy?: number
}

/** Prepaid money, bought manually through the same code as any other: a paid charge becomes a lot. Returns its id. */
export async function buyPrepaid(db: TestDatabase, book: Book, purchase: Purchase): Promise<string> {
  const { amount_cents, at_ms, balance = walletOf(book.agencyId), stopsContinual = false, leadsToBuy } = purchase
  const id = newId(at_ms)
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    await saveBalance(tx, book, at_ms, balance, { topUp_cents: amount_cents, stopsContinual, leadsToBuy })
    await openTopUp(tx, at_ms, book, { id, balance, amount_cents, isAutomatic: false })
    const charge = (await lockCharge(tx, book, id))!
    await moveCharge(tx, at_ms, charge, { to: 'settled' })
    await bookPayment(tx, at_ms, charge, { by: 'hand' })
  })
  return id
}

interface LotLeft {
  id: string
  left_cents: number
}

/** The remainder of each lot, in cents, oldest first. */
export const lotsOf = async (db: TestDatabase, balanceId: string): Promise<LotLeft[]> =>
  (
    await db.adminPool.query<LotLeft>(
      'select id, remaining_e4 / 100 as left_cents from prepaid_lot where balance_id = $1 order by bought_at, id',
      [balanceId],
    )
  ).rows

/** Pays for leads that are booked at the same instant from a balance, as the pipeline does. */
export const payFromBalance = (db: TestDatabase, book: Book, at_ms: number, cost: Cost): Promise<void> =>
  inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    const campaignIds = cost.balanceId === book.agencyId ? [] : [cost.balanceId]
    await payLeads(tx, book, at_ms, await lockFunds(tx, book.agencyId, campaignIds), [cost])
  })

/** Takes a lead's price from an agency's wallet as the pipeline does, with the debt that it pays. */
export async function takeFromWallet(db: TestDatabase, book: Book, at_ms: number, amount_e4: number): Promise<void> {
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    const funds = await lockFunds(tx, book.agencyId, [])
    const [debt, revenue] = [
      { kind: 'agency_payable', clientId: null },
      { kind: 'root_revenue', clientId: null },
    ] as const
    const of = await ensureAccounts(tx, book, at_ms, [debt, revenue])
    const flow = {
      debitAccountId: of(debt),
      creditAccountId: of(revenue),
      kind: 'developer_fee',
      referenceKind: 'charge',
      clientId: null,
    }
    const id = newId(at_ms)
    await postTransfers(tx, book, at_ms, [{ id, flow, amount_e4, referenceId: id }])
    await payLeads(tx, book, at_ms, funds, [{ balanceId: book.agencyId, amount_e4, leads: 1 }])
  })
}
