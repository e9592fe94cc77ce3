import { plainArray } from '#server/platform/database/plain-array.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { applyTransfers } from './apply-transfers.ts'
import type { AppliedTransfer, Book, NewTransfer } from './book.ts'

/**
 * Writes transfers and the balances they lead to, all or nothing with the caller's transaction, and tells how many were
 * new. A transfer that is there already changes nothing; throws Failure `conflict` when the same id holds another one.
 * Locks the accounts until the transaction ends, in the order of their ids, so that callers wait and never deadlock.
 */
export async function postTransfers(
  tx: Tx,
  book: Book,
  now_ms: number,
  transfers: readonly NewTransfer[],
): Promise<number> {
  const distinct = withoutRepeats(transfers)
  if (distinct.length === 0) return 0
  const start = await lockAccounts(tx, book, distinct)
  // Only after the locks: whoever wrote the same transfers a moment ago has committed by now.
  const known = await readKnown(tx, book, distinct)
  const fresh = distinct.filter((transfer) => {
    const written = known.get(transfer.id)
    if (written && !isSame(written, transfer)) throw differs(transfer.id)
    return !written
  })
  if (fresh.length === 0) return 0
  const { applied, balances } = applyTransfers(start, fresh)
  await insertTransfers(tx, book, now_ms, applied)
  await writeBalances(
    tx,
    book,
    [...balances].filter(([id, balance_cents]) => start.get(id) !== balance_cents),
  )
  return fresh.length
}

const differs = (id: string): Failure =>
  new Failure('conflict', { message: `Another transfer was written under the id ${id}` })

type Content = Omit<NewTransfer, 'id'>

const isSame = (a: Content, b: Content): boolean =>
  a.debitAccountId === b.debitAccountId &&
  a.creditAccountId === b.creditAccountId &&
  a.amount_cents === b.amount_cents &&
  a.kind === b.kind &&
  a.referenceKind === b.referenceKind &&
  a.referenceId === b.referenceId &&
  a.clientId === b.clientId

function withoutRepeats(transfers: readonly NewTransfer[]): NewTransfer[] {
  const byId = new Map<string, NewTransfer>()
  for (const transfer of transfers) {
    const first = byId.get(transfer.id)
    if (first && !isSame(first, transfer)) throw differs(transfer.id)
    byId.set(transfer.id, first ?? transfer)
  }
  return [...byId.values()]
}

async function lockAccounts(tx: Tx, book: Book, transfers: NewTransfer[]): Promise<Map<string, number>> {
  const touched = new Set(transfers.flatMap((transfer) => [transfer.debitAccountId, transfer.creditAccountId]))
  const { rows } = await tx.query<{ id: string; balance_cents: number }>(
    `select id, balance_cents from ledger_account
      where agency_id = $1 and id = any($2::uuid[]) order by id for update`,
    [book.agencyId, plainArray([...touched])],
  )
  return new Map(rows.map((row) => [row.id, row.balance_cents]))
}

async function readKnown(tx: Tx, book: Book, transfers: NewTransfer[]): Promise<Map<string, Content>> {
  const { rows } = await tx.query<Content & { id: string }>(
    `select t.id, t.debit_account_id as "debitAccountId", t.credit_account_id as "creditAccountId", t.amount_cents,
            t.kind, t.reference_kind as "referenceKind", t.reference_id as "referenceId", t.client_id as "clientId"
       from unnest($2::uuid[]) as asked (id) join ledger_transfer t on t.agency_id = $1 and t.id = asked.id`,
    [book.agencyId, plainArray(transfers.map((transfer) => transfer.id))],
  )
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

/** Accounts, kinds and clients repeat in a batch: each combination travels once, and every transfer names its line. */
async function insertTransfers(tx: Tx, book: Book, now_ms: number, applied: AppliedTransfer[]): Promise<void> {
  const lines = new Map<string, { number: number; line: AppliedTransfer }>()
  const numbers = applied.map((transfer) => {
    const key = [
      transfer.debitAccountId,
      transfer.creditAccountId,
      transfer.clientId,
      transfer.kind,
      transfer.referenceKind,
    ]
    const line = lines.get(key.join()) ?? { number: lines.size + 1, line: transfer }
    lines.set(key.join(), line)
    return line.number
  })
  const line = [...lines.values()].map((entry) => entry.line)
  await tx
    .query(
      `insert into ledger_transfer (agency_id, id, root_id, client_id, debit_account_id, credit_account_id, amount_cents,
              debit_balance_cents, credit_balance_cents, kind, reference_kind, reference_id, created_at)
       select $1, t.id, $2, line.client_id, line.debit_account_id, line.credit_account_id, t.amount_cents,
              t.debit_balance_cents, t.credit_balance_cents, line.kind, line.reference_kind, t.reference_id, $3
         from unnest($4::uuid[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::uuid[])
              as t (id, line, amount_cents, debit_balance_cents, credit_balance_cents, reference_id)
         join unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[]) with ordinality
              as line (client_id, debit_account_id, credit_account_id, kind, reference_kind, number)
           on line.number = t.line`,
      [
        book.agencyId,
        book.rootId,
        dateOf(now_ms),
        plainArray(applied.map((transfer) => transfer.id)),
        plainArray(numbers),
        plainArray(applied.map((transfer) => transfer.amount_cents)),
        plainArray(applied.map((transfer) => transfer.debitBalance_cents)),
        plainArray(applied.map((transfer) => transfer.creditBalance_cents)),
        plainArray(applied.map((transfer) => transfer.referenceId)),
        plainArray(line.map((transfer) => transfer.clientId)),
        plainArray(line.map((transfer) => transfer.debitAccountId)),
        plainArray(line.map((transfer) => transfer.creditAccountId)),
        line.map((transfer) => transfer.kind),
        line.map((transfer) => transfer.referenceKind),
      ],
    )
    .catch((error: unknown) => {
      // Written at this moment through other accounts, so that no lock of ours made it wait.
      if ((error as { constraint?: string }).constraint === 'ledger_transfer_pkey')
        throw new Failure('conflict', { message: 'Another transfer was written under the same id' })
      throw error
    })
}

async function writeBalances(tx: Tx, book: Book, balances: [id: string, balance_cents: number][]): Promise<void> {
  await tx.query(
    `update ledger_account a set balance_cents = fresh.balance_cents
       from unnest($2::uuid[], $3::bigint[]) as fresh (id, balance_cents)
      where a.agency_id = $1 and a.id = fresh.id`,
    [
      book.agencyId,
      plainArray(balances.map(([id]) => id)),
      plainArray(balances.map(([, balance_cents]) => balance_cents)),
    ],
  )
}
