import { Temporal } from 'temporal-polyfill'
import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts, type AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book, Flow, NewTransfer } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { accountOf, lockBalances, usable, type BalanceName } from './balances.ts'
import { sumOf, type Draw } from './draw.ts'

/** R245: how long a wallet's lots last. */
const life_months = 12

/** When a lot bought now expires: twelve months later at the same time of day in the agency's zone. */
export const lotEnd_ms = (now_ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(zone).add({ months: life_months }).epochMilliseconds

export interface NewLot {
  /** The id of the charge that paid for it. */
  id: string
  balance: BalanceName
  amount_cents: number
}

/** Adds a lot, in the transaction that books its payment. Campaign lots don't expire, because they can be refunded. */
export async function addLot(tx: Tx, book: Book, now_ms: number, { id, balance, amount_cents }: NewLot): Promise<void> {
  await lockBalances(tx, book.agencyId, [balance.id])
  const end_ms = balance.clientId === null ? lotEnd_ms(now_ms, await readZone(tx, book.agencyId)) : null
  const amount_e4 = e4FromCents(amount_cents)
  await tx.query(
    `insert into prepaid_lot (agency_id, id, root_id, client_id, balance_id, amount_e4, remaining_e4, bought_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [
      book.agencyId,
      id,
      book.rootId,
      balance.clientId,
      balance.id,
      amount_e4,
      dateOf(now_ms),
      end_ms === null ? null : dateOf(end_ms),
    ],
  )
  await tx.query(
    `update prepaid_balance set started_at = coalesce(started_at, $3), declines = 0, declined_at = null, emptied_at = null,
       last_balance_e4 = (select sum(${usable('l')}) from prepaid_lot l where agency_id = $1 and balance_id = $2)
      where agency_id = $1 and id = $2`,
    [book.agencyId, balance.id, dateOf(now_ms)],
  )
}

async function readZone(tx: Tx, agencyId: string): Promise<string> {
  const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [agencyId])
  return rows[0]!.zone
}

/** A part of a lot that moves to or from another account. */
export interface Use extends Draw {
  balance: BalanceName
  /** `return` and `regained` put money back into the lot; all others take it out. */
  kind: 'leads' | 'expiry' | 'refund' | 'return' | 'lost' | 'regained'
  /** The other account: where the money goes, or comes back from. */
  to: AccountName
  /** How many leads it pays for. */
  leads: number
  /** The transfer's id, if the operation prescribes one; otherwise a new one is made. */
  id?: string
}

/** What is booked along with uses: the debts that they pay. */
export interface Booking {
  /** Asserts a precondition, queried together with the accounts; if it throws, nothing is booked. */
  hold?(): Promise<void>
  accounts: readonly AccountName[]
  transfersWith(of: AccountIds): readonly NewTransfer[]
}

/**
 * Books uses and updates their lots, whose balances the caller has locked. `beside` is booked in the same step, since
 * locking and writing the accounts costs as much for one transfer as for many.
 */
export async function bookUses(
  tx: Tx,
  book: Book,
  now_ms: number,
  uses: readonly Use[],
  beside: Booking = { accounts: [], transfersWith: () => [] },
): Promise<void> {
  if (uses.length + beside.accounts.length === 0) return
  const fresh = newIdsInOrder(now_ms, uses.length)
  const ids = uses.map(({ id }, at) => id ?? fresh[at]!)
  const names = [...beside.accounts, ...uses.flatMap(({ balance, to }) => [accountOf(balance), to])]
  const idOf = await ensureAccounts(tx, book, now_ms, names, () => (beside.hold ? [beside.hold()] : []))
  const transfers = [
    ...beside.transfersWith(idOf),
    ...uses.map((use, at) => ({
      id: ids[at]!,
      flow: flowOf(use, idOf),
      amount_e4: use.amount_e4,
      referenceId: use.lotId,
    })),
  ]
  const along = (): Promise<unknown>[] => {
    if (uses.length === 0) return []
    const insertion = insertUses(tx, book, now_ms, uses, ids)
    return hasFault('use-lot-twice') ? [insertion] : [insertion, takeFromLots(tx, book, uses)]
  }
  await postTransfers(tx, book, now_ms, transfers, { along })
}

const comesBack = ({ kind }: Pick<Use, 'kind'>): boolean => kind === 'return' || kind === 'regained'
/** Losses are visible to the payee only, like disputes. */
const isLoss = ({ kind }: Pick<Use, 'kind'>): boolean => kind === 'lost' || kind === 'regained'

const flowOf = (use: Use, idOf: AccountIds): Flow => ({
  debitAccountId: idOf(comesBack(use) ? use.to : accountOf(use.balance)),
  creditAccountId: idOf(comesBack(use) ? accountOf(use.balance) : use.to),
  kind: `prepaid_${use.kind}`,
  referenceKind: 'prepaid_lot',
  // An account of the whole agency would show the client others' amounts.
  clientId: isLoss(use) || use.to.clientId === null ? null : use.balance.clientId,
})

async function insertUses(
  tx: Tx,
  book: Book,
  now_ms: number,
  uses: readonly Use[],
  ids: readonly string[],
): Promise<void> {
  await prepareSmall(tx, uses.length, {
    name: 'insert-uses',
    text: `insert into prepaid_use (agency_id, id, root_id, client_id, balance_id, lot_id, kind, amount_e4, leads, used_at)
     select $1, fresh.id, $2, fresh.client_id, fresh.balance_id, fresh.lot_id, fresh.kind, fresh.amount_e4, fresh.leads, $3
       from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::bigint[], $10::int[])
            as fresh (id, client_id, balance_id, lot_id, kind, amount_e4, leads)
     returning 1`,
    values: [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      plainArray(ids),
      plainArray(uses.map(({ balance }) => balance.clientId)),
      plainArray(uses.map(({ balance }) => balance.id)),
      plainArray(uses.map(({ lotId }) => lotId)),
      plainArray(uses.map(({ kind }) => kind)),
      plainArray(uses.map(({ amount_e4 }) => amount_e4)),
      plainArray(uses.map(({ leads }) => leads)),
    ],
  })
}

async function takeFromLots(tx: Tx, { agencyId }: Book, uses: readonly Use[]): Promise<void> {
  await prepareSmall(tx, uses.length, {
    name: 'take-from-lots',
    text: `update prepaid_lot l set remaining_e4 = l.remaining_e4 - taken.amount_e4
       from (select lot_id, sum(amount_e4) as amount_e4
               from unnest($2::uuid[], $3::bigint[]) as used (lot_id, amount_e4) group by lot_id) taken
      where l.agency_id = $1 and l.id = taken.lot_id`,
    values: [
      agencyId,
      plainArray(uses.map(({ lotId }) => lotId)),
      plainArray(uses.map((use) => (comesBack(use) ? -use.amount_e4 : use.amount_e4))),
    ],
  })
}

/**
 * The amount and balance of a refund whose uses have the given ids, so that a retried operation finds what it did. Null
 * if it has done nothing yet.
 */
export async function findRefunded(
  tx: Tx,
  agencyId: string,
  idOf: (lotId: string) => string,
): Promise<{ balanceId: string; amount_e4: number } | null> {
  const { rows } = await tx.query<{ id: string; balanceId: string; lotId: string; amount_e4: number }>(
    `select id, balance_id as "balanceId", lot_id as "lotId", amount_e4 from prepaid_use
      where agency_id = $1 and kind = 'refund'`,
    [agencyId],
  )
  const matches = rows.filter(({ id, lotId }) => id === idOf(lotId))
  return matches[0] ? { balanceId: matches[0].balanceId, amount_e4: sumOf(matches) } : null
}
