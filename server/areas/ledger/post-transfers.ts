import { breaksConstraint } from '#server/platform/database/constraints.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { applyTransfers } from './apply-transfers.ts'
import type { AppliedTransfer, Book, Flow, NewTransfer } from './book.ts'

interface Beside {
  /** Additional accounts to lock, although no transfer touches them. */
  lock?: readonly string[]
  /** Runs queries of the caller that don't depend on the result, pipelined with the transfers. */
  along?: () => Promise<unknown>[]
}

/**
 * Writes transfers and the resulting balances, atomically with the caller's transaction, and returns how many were new. An
 * existing identical transfer changes nothing; throws Failure `conflict` if the id exists with other content. Locks the
 * accounts until the transaction ends, in id order, so that callers never deadlock.
 */
export async function postTransfers(
  tx: Tx,
  book: Book,
  now_ms: number,
  transfers: readonly NewTransfer[],
  { lock = [], along = () => [] }: Beside = {},
): Promise<number> {
  const distinct = withoutRepeats(transfers)
  const flows = [...new Set(distinct.map((transfer) => transfer.flow))]
  const accountIds = [...flows.flatMap((flow) => [flow.debitAccountId, flow.creditAccountId]), ...lock]
  const ids = distinct.map((transfer) => transfer.id)
  // The second query runs after the first has its locks, so that concurrent writers of the same transfers have committed.
  const [start, isKnown] = await tx.together(() => [
    accountIds.length > 0 ? lockAccounts(tx, book, accountIds) : Promise.resolve(new Map<string, number>()),
    ids.length > 0 ? hasTransferBetween(tx, book, ids) : Promise.resolve(false),
  ])
  const transfersById = isKnown ? await readKnown(tx, book, ids) : new Map<string, NewTransfer>()
  const fresh = distinct.filter((transfer) => {
    const storedTransfer = transfersById.get(transfer.id)
    if (storedTransfer && !isSame(storedTransfer, transfer)) throw differs(transfer.id)
    return !storedTransfer
  })
  const { applied, balances } = applyTransfers(start, fresh)
  const changes = [...balances].filter(([id, balance_e4]) => start.get(id) !== balance_e4)
  await tx.together(() => [
    ...(fresh.length > 0 ? [insertTransfers(tx, book, now_ms, applied), writeBalances(tx, book, changes)] : []),
    ...along(),
  ])
  return fresh.length
}

const differs = (id: string): Failure =>
  new Failure('conflict', { message: `A different transfer already has the id ${id}` })

const isSame = (a: NewTransfer, b: NewTransfer): boolean =>
  a.amount_e4 === b.amount_e4 &&
  a.referenceId === b.referenceId &&
  (a.flow === b.flow ||
    (a.flow.debitAccountId === b.flow.debitAccountId &&
      a.flow.creditAccountId === b.flow.creditAccountId &&
      a.flow.kind === b.flow.kind &&
      a.flow.referenceKind === b.flow.referenceKind &&
      a.flow.clientId === b.flow.clientId))

function withoutRepeats(transfers: readonly NewTransfer[]): NewTransfer[] {
  const byId = new Map<string, NewTransfer>()
  for (const transfer of transfers) {
    const first = byId.get(transfer.id)
    if (!first) byId.set(transfer.id, transfer)
    else if (!isSame(first, transfer)) throw differs(transfer.id)
  }
  return [...byId.values()]
}

async function lockAccounts(tx: Tx, book: Book, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.prepared<{ id: string; balance_e4: number }>(
    'lock-accounts',
    `select id, balance_e4 from ledger_account
      where agency_id = $1 and id = any($2::uuid[]) order by id for update`,
    [book.agencyId, plainArray([...new Set(ids)])],
  )
  return new Map(rows.map((row) => [row.id, row.balance_e4]))
}

async function readKnown(tx: Tx, book: Book, ids: readonly string[]): Promise<Map<string, NewTransfer>> {
  const { rows } = await tx.query<Flow & Omit<NewTransfer, 'flow'>>(
    `select t.id, t.debit_account_id as "debitAccountId", t.credit_account_id as "creditAccountId", t.amount_e4,
            t.kind, t.reference_kind as "referenceKind", t.reference_id as "referenceId", t.client_id as "clientId"
       from unnest($2::uuid[]) as asked (id) join ledger_transfer t on t.agency_id = $1 and t.id = asked.id`,
    [book.agencyId, plainArray(ids)],
  )
  return new Map(rows.map(({ id, amount_e4, referenceId, ...flow }) => [id, { id, amount_e4, referenceId, flow }]))
}

/** New ids of a batch are adjacent, so one index lookup usually shows that none of them exists. */
async function hasTransferBetween(tx: Tx, book: Book, ids: readonly string[]): Promise<boolean> {
  const [lowest, highest] = ids.reduce(
    ([low, high], id) => [id < low ? id : low, id > high ? id : high],
    [ids[0]!, ids[0]!],
  )
  const { rows } = await tx.prepared<{ any: boolean }>(
    'transfer-between',
    'select exists (select from ledger_transfer where agency_id = $1 and id between $2 and $3) as any',
    [book.agencyId, lowest, highest],
  )
  return rows[0]?.any === true
}

/** Each flow is sent once; transfers refer to their flow by index. */
async function insertTransfers(tx: Tx, book: Book, now_ms: number, transfers: AppliedTransfer[]): Promise<void> {
  const flows = [...new Set(transfers.map(({ transfer }) => transfer.flow))]
  const numbers = new Map(flows.map((flow, at) => [flow, at + 1]))
  await prepareSmall(tx, transfers.length, {
    name: 'insert-transfers',
    text: `insert into ledger_transfer (agency_id, id, root_id, client_id, debit_account_id, credit_account_id, amount_e4,
            debit_balance_e4, credit_balance_e4, kind, reference_kind, reference_id, created_at)
     select $1, t.id, $2, flow.client_id, flow.debit_account_id, flow.credit_account_id, t.amount_e4,
            t.debit_balance_e4, t.credit_balance_e4, flow.kind, flow.reference_kind, t.reference_id, $3
       from unnest($4::uuid[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::uuid[])
            as t (id, flow, amount_e4, debit_balance_e4, credit_balance_e4, reference_id)
       join unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[]) with ordinality
            as flow (client_id, debit_account_id, credit_account_id, kind, reference_kind, number)
         on flow.number = t.flow
     returning 1`,
    values: [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      binaryUuids(transfers.map(({ transfer }) => transfer.id)),
      plainArray(transfers.map(({ transfer }) => numbers.get(transfer.flow)!)),
      plainArray(transfers.map(({ transfer }) => transfer.amount_e4)),
      plainArray(transfers.map((one) => one.debitBalance_e4)),
      plainArray(transfers.map((one) => one.creditBalance_e4)),
      binaryUuids(transfers.map(({ transfer }) => transfer.referenceId)),
      plainArray(flows.map((flow) => flow.clientId)),
      plainArray(flows.map((flow) => flow.debitAccountId)),
      plainArray(flows.map((flow) => flow.creditAccountId)),
      flows.map((flow) => flow.kind),
      flows.map((flow) => flow.referenceKind),
    ],
  }).catch((error: unknown) => {
    // Written concurrently through other accounts, which our locks don't cover.
    if (breaksConstraint(error, 'ledger_transfer_pkey'))
      throw new Failure('conflict', { message: 'A different transfer already has this id' })
    throw error
  })
}

async function writeBalances(tx: Tx, book: Book, balances: [id: string, balance_e4: number][]): Promise<void> {
  await prepareSmall(tx, balances.length, {
    name: 'write-balances',
    text: `update ledger_account a set balance_e4 = fresh.balance_e4
       from unnest($2::uuid[], $3::bigint[]) as fresh (id, balance_e4)
      where a.agency_id = $1 and a.id = fresh.id`,
    values: [
      book.agencyId,
      plainArray(balances.map(([id]) => id)),
      plainArray(balances.map(([, balance_e4]) => balance_e4)),
    ],
  })
}
