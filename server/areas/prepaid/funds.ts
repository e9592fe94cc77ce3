import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { debtOf, isRequired, lockBalances, readLots, type Balance } from './balances.ts'
import { drawFrom, isLow, leftOf, sumOf, type Lot } from './draw.ts'
import { bookUses, type Booking, type Use } from './lots.ts'

/** A balance that leads may be paid from. It stays locked until the transaction ends. */
export interface Funds {
  balance: Balance
  lots: Lot[]
  left_e4: number
  /** Whether leads stop when it is used up. */
  isRequired: boolean
  /** The payer's unused credit, which is used before the lots. */
  credit_e4: number
}

/** What a batch of leads costs a payer who may have prepaid. */
export interface Cost {
  /** The agency's id for its debt to the operator, or the campaign's id for the client's debt. */
  balanceId: string
  amount_e4: number
  leads: number
}

/** Payload of the job that tops up a balance and reports one that is empty. */
export interface BalanceRequest {
  rootId: string
  agencyId: string
  balanceId: string
  /** Leads have just stopped, so the owner is to be notified. */
  isEmpty: boolean
}
export const topUpJobName = 'top-up'

/** Locks and reads the balances of an agency and some campaigns. Most have none, which costs one index lookup. */
export async function lockFunds(tx: Tx, agencyId: string, campaignIds: readonly string[]): Promise<Funds[]> {
  const balances = await lockBalances(tx, agencyId, [agencyId, ...campaignIds])
  if (balances.length === 0) return []
  const ids = balances.map(({ id }) => id)
  // Read after locking, so that the changes of earlier lock holders are visible.
  const [lots, credits] = await tx.together(() => [readLots(tx, agencyId, ids), readCredits(tx, agencyId, balances)])
  return balances.map((balance) => ({
    balance,
    lots: lots.get(balance.id)!,
    left_e4: leftOf(lots.get(balance.id)!),
    isRequired: isRequired(balance),
    credit_e4: credits.get(balance.clientId ?? '') ?? 0,
  }))
}

async function readCredits(tx: Tx, agencyId: string, balances: readonly Balance[]): Promise<Map<string, number>> {
  const clientIds = balances.flatMap(({ clientId }) => clientId ?? [])
  const { rows } = await prepareSmall<{ clientId: string | null; balance_e4: number }>(tx, clientIds.length, {
    name: 'read-credits',
    text: `select client_id as "clientId", balance_e4 from ledger_account
      where agency_id = $1 and balance_e4 > 0
        and (kind = 'agency_payable' or kind = 'client_receivable' and client_id = any($2::uuid[]))`,
    values: [agencyId, clientIds],
  })
  return new Map(rows.map((row) => [row.clientId ?? '', row.balance_e4]))
}

/**
 * Pays for leads from prepaid balances as far as they go, in the transaction that books the leads: one use for each lot
 * that a batch takes from. Queues a top-up if one is due. `debts` are the debts being paid, booked here unless the
 * caller has booked them.
 */
export async function payLeads(
  tx: Tx,
  book: Book,
  now_ms: number,
  funds: readonly Funds[],
  costs: readonly Cost[],
  debts?: Booking,
): Promise<void> {
  const uses: Use[] = []
  const credits = new Map(funds.map(({ balance, credit_e4 }) => [balance.clientId ?? '', credit_e4]))
  for (const { balance, lots, left_e4 } of funds) {
    const cost = costs.find(({ balanceId }) => balanceId === balance.id)
    if (!cost) continue
    const credit_e4 = Math.min(credits.get(balance.clientId ?? '') ?? 0, cost.amount_e4)
    credits.set(balance.clientId ?? '', (credits.get(balance.clientId ?? '') ?? 0) - credit_e4)
    const draws = drawFrom(lots, cost.amount_e4 - credit_e4)
    for (const [at, draw] of draws.entries())
      uses.push({ ...draw, balance, kind: 'leads', to: debtOf(balance), leads: at === 0 ? cost.leads : 0 })
    const after_e4 = left_e4 - sumOf(draws)
    const crosses = !isLow(left_e4, balance.lastBalance_e4) && isLow(after_e4, balance.lastBalance_e4)
    if (crosses && !balance.stopsContinual) await requestTopUp(tx, book, balance.id)
  }
  await bookUses(tx, book, now_ms, uses, debts)
}

/** Queues a check of a balance, to run after the caller's commit; one at a time per agency. */
export const requestTopUp = (
  tx: Tx,
  { rootId, agencyId }: Book,
  balanceId: string,
  isEmpty = false,
): Promise<unknown> =>
  addJob(tx, topUpJobName, { rootId, agencyId, balanceId, isEmpty } satisfies BalanceRequest, {
    queue: `top-up ${agencyId}`,
  })

/** Records that a lead was stopped because a balance is empty; only the first time until there is money again. */
export async function recordEmptied(tx: Tx, book: Book, now_ms: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string }>(
    `update prepaid_balance set emptied_at = $3
      where agency_id = $1 and id = any($2::uuid[]) and emptied_at is null returning id`,
    [book.agencyId, ids, dateOf(now_ms)],
  )
  for (const { id } of rows) await requestTopUp(tx, book, id, true)
}
