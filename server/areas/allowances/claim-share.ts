import type { AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import type { AccountName, Book, Flow, NewTransfer } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { allowanceOf, lockUse, readMonth } from './month.ts'
import { readShareRule, type ShareRule } from './rule.ts'

/** A part of the operator's share that an agency is to get back. */
export interface Wish {
  /** The transfer that gives it back. The same id is the same claim. */
  id: string
  source: 'return' | 'exclusion' | 'refund'
  /** The return, the change of an exclusion list or the refund that it follows from. */
  causeId: string
  /** The lead's credit; null for a refund. */
  creditId: string | null
  amount_e4: number
  /** When the lead was made, for a refund the newest that the payment was for; and when it is claimed. */
  soldAt: Date
  claimedAt: Date
  /** The operator's own doing, which needs no allowance. */
  isFree: boolean
  /** What the transfer is about: the lead, or the refund. */
  referenceId: string
}

type State = 'free' | 'within' | 'waiting' | 'accepted' | 'declined' | 'withdrawn'
type Excess = 'share' | 'late'

/** The accounts of every transfer that gives a part of the operator's share back. */
export const shareAccounts: readonly AccountName[] = [
  { kind: 'root_revenue', clientId: null },
  { kind: 'agency_payable', clientId: null },
]

function shareFlow(accountOf: AccountIds, source: Wish['source']): Flow {
  const [debit, credit] = shareAccounts
  return {
    kind: source === 'refund' ? 'agency_credit' : 'lead_wholesale_credit',
    referenceKind: source === 'refund' ? 'refund' : 'lead_credit',
    clientId: null,
    debitAccountId: accountOf(debit!),
    creditAccountId: accountOf(credit!),
  }
}

const day_ms = 86_400_000
const isBooked = (state: State): boolean => state === 'free' || state === 'within' || state === 'accepted'

/**
 * The one way for an agency to get a part of the operator's share back: claims it, and returns the transfers of what comes back now, for the
 * caller to post with the other legs. What exceeds the agency's allowance of the month, or comes too late, waits for the operator. Claims
 * are granted in the given order, each in full or not at all. Locks the month's counter, so that concurrent claims never exceed it.
 */
export async function claimShare(
  tx: Tx,
  book: Book,
  now_ms: number,
  accountOf: AccountIds,
  wishes: readonly Wish[],
): Promise<NewTransfer[]> {
  if (wishes.length === 0) return []
  const { month, ...costs } = await readMonth(tx, book.agencyId, now_ms)
  let used_e4 = await lockUse(tx, book, month)
  const { rule } = await readShareRule(tx, book.rootId, book.agencyId)
  const allowance_e4 = allowanceOf(rule, costs)
  const states = await readStates(tx, book.agencyId, wishes)
  const claims = wishes.map((wish) => {
    const before = states.get(wish.id)
    if (before !== undefined && before !== 'withdrawn') return { wish, state: before, excess: null, isNew: false }
    const excess = excessOf(wish, rule, allowance_e4, used_e4)
    const state: State = wish.isFree ? 'free' : excess === null ? 'within' : 'waiting'
    if (state === 'within') used_e4 += wish.amount_e4
    return { wish, state, excess, isNew: true }
  })
  await insertClaims(tx, book, month, claims)
  await tx.query(
    'update share_month set used_e4 = $3, most_e4 = greatest(most_e4, $4) where agency_id = $1 and month = $2',
    [book.agencyId, month, used_e4, allowance_e4 ?? used_e4],
  )
  return transfersOf(
    accountOf,
    claims.flatMap(({ wish, state }) => (isBooked(state) ? [wish] : [])),
  )
}

function excessOf(
  { isFree, amount_e4, soldAt, claimedAt }: Wish,
  rule: ShareRule,
  allowance_e4: number | null,
  used_e4: number,
): Excess | null {
  if (isFree || allowance_e4 === null || hasFault('skip-allowance')) return null
  if (claimedAt.getTime() > soldAt.getTime() + rule.within_days * day_ms) return 'late'
  return used_e4 + amount_e4 > allowance_e4 ? 'share' : null
}

function transfersOf(
  accountOf: AccountIds,
  wishes: readonly Pick<Wish, 'id' | 'source' | 'amount_e4' | 'referenceId'>[],
): NewTransfer[] {
  const flows = new Map(
    [...new Set(wishes.map(({ source }) => source))].map((source) => [source, shareFlow(accountOf, source)]),
  )
  return wishes.map(({ id, source, amount_e4, referenceId }) => ({
    id,
    flow: flows.get(source)!,
    amount_e4,
    referenceId,
  }))
}

async function readStates(tx: Tx, agencyId: string, wishes: readonly Wish[]): Promise<ReadonlyMap<string, State>> {
  const { rows } = await tx.query<{ id: string; state: State }>(
    'select id, state from share_claim where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray(wishes.map(({ id }) => id))],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

interface Claim {
  wish: Wish
  state: State
  excess: Excess | null
  isNew: boolean
}

/** One whose cause had ended, such as a refund that a credit left room for, can be claimed again. */
async function insertClaims(
  tx: Tx,
  { rootId, agencyId }: Book,
  month: string,
  claims: readonly Claim[],
): Promise<void> {
  const fresh = claims.filter(({ isNew }) => isNew)
  if (fresh.length === 0) return
  await tx.query(
    `insert into share_claim as kept (agency_id, id, root_id, source, cause_id, credit_id, amount_e4, month, state, excess, claimed_at)
     select $1, c.id, $2, c.source, c.cause_id, c.credit_id, c.amount_e4, $3, c.state, c.excess, c.claimed_at
       from unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::bigint[], $9::text[], $10::text[], $11::timestamptz[])
         as c (id, source, cause_id, credit_id, amount_e4, state, excess, claimed_at)
     on conflict (agency_id, id) do update set amount_e4 = excluded.amount_e4, month = excluded.month, state = excluded.state,
       excess = excluded.excess, claimed_at = excluded.claimed_at
     where kept.state = 'withdrawn'`,
    [
      agencyId,
      rootId,
      month,
      plainArray(fresh.map(({ wish }) => wish.id)),
      plainArray(fresh.map(({ wish }) => wish.source)),
      plainArray(fresh.map(({ wish }) => wish.causeId)),
      plainArray(fresh.map(({ wish }) => wish.creditId)),
      plainArray(fresh.map(({ wish }) => wish.amount_e4)),
      plainArray(fresh.map(({ state }) => state)),
      plainArray(fresh.map(({ excess }) => excess)),
      fresh.map(({ wish }) => dateOf(wish.claimedAt.getTime())),
    ],
  )
}
