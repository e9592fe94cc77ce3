import type { Book } from '#server/areas/ledger/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob } from '#server/platform/jobs.ts'
import { debtOf, isRequired, lockBalances, readLots, type Balance } from './balances.ts'
import { drawFrom, isLow, leftOf, sumOf, type Lot } from './draw.ts'
import { bookUses, type Booking, type Use } from './lots.ts'

/** Prepaid money that leads may be paid with. It stays locked until the transaction ends. */
export interface Funds {
  balance: Balance
  lots: Lot[]
  left_e4: number
  /** Whether leads stop without it. */
  isRequired: boolean
  /** What its payer has got back and not used yet: it is used before the lots are. */
  credit_e4: number
}

/** What leads cost a payer who may have paid beforehand. */
export interface Cost {
  /** The agency's id for what it owes its operator, or the campaign's for what its client owes. */
  balanceId: string
  amount_e4: number
  leads: number
}

/** The job that buys what is to be bought again, and tells of money that has run out. */
export interface BalanceWish {
  rootId: string
  agencyId: string
  balanceId: string
  /** Leads have just stopped: somebody is to be told. */
  isEmpty: boolean
}
export const topUpJobName = 'top-up'

/** The funds of an agency and of some of its campaigns, locked. Most have none, which one look at an index tells. */
export async function lockFunds(tx: Tx, agencyId: string, campaignIds: readonly string[]): Promise<Funds[]> {
  const balances = await lockBalances(tx, agencyId, [agencyId, ...campaignIds])
  if (balances.length === 0) return []
  const ids = balances.map(({ id }) => id)
  // Only now: what was locked a moment ago by others is committed.
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
 * Pays for leads with what was paid beforehand, as far as it goes, in the transaction that books the leads: one use for each
 * lot that a batch takes from. Asks for another top-up where one is due. `debts` are what it pays, booked here where the caller has
 * not done so.
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
    if (crosses && !balance.stopsContinual) await askTopUp(tx, book, balance.id)
  }
  await bookUses(tx, book, now_ms, uses, debts)
}

/** Has a balance looked at once the caller's transaction has committed: those of one agency one by one. */
export const askTopUp = (tx: Tx, { rootId, agencyId }: Book, balanceId: string, isEmpty = false): Promise<unknown> =>
  addJob(tx, topUpJobName, { rootId, agencyId, balanceId, isEmpty } satisfies BalanceWish, {
    queue: `top-up ${agencyId}`,
  })

/** Notes that a lead was stopped for want of money: once, until there is some again. */
export async function noteEmptied(tx: Tx, book: Book, now_ms: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string }>(
    `update prepaid_balance set emptied_at = $3
      where agency_id = $1 and id = any($2::uuid[]) and emptied_at is null returning id`,
    [book.agencyId, ids, dateOf(now_ms)],
  )
  for (const { id } of rows) await askTopUp(tx, book, id, true)
}
