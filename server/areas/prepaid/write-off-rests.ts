import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lockBalances, readLots } from './balances.ts'
import { leftOf } from './draw.ts'
import { bookUses } from './lots.ts'

/** Less than this can't be refunded, in 1/10,000 dollar. */
const cent_e4 = 100

/**
 * Writes off what is left of balances if it is less than a cent, as a rounding difference: nobody can refund it, and it would keep a
 * client from being removed.
 */
export async function writeOffRests(tx: Tx, book: Book, now_ms: number, balanceIds: readonly string[]): Promise<void> {
  const balances = await lockBalances(tx, book.agencyId, balanceIds)
  const lots = await readLots(
    tx,
    book.agencyId,
    balances.map(({ id }) => id),
  )
  const rests = balances.filter(({ id }) => leftOf(lots.get(id)!) < cent_e4)
  await bookUses(
    tx,
    book,
    now_ms,
    rests.flatMap((balance) =>
      lots.get(balance.id)!.map(({ id, remaining_e4 }) => ({
        balance,
        kind: 'refund',
        lotId: id,
        amount_e4: remaining_e4,
        to: { kind: 'rounding', clientId: null },
        leads: 0,
      })),
    ),
  )
}

/** Balances of a client, or of a whole agency, in which something is left. */
export async function findUnusedBalances(tx: Tx, agencyId: string, clientId: string | null): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct balance_id as id from prepaid_lot
      where agency_id = $1 and ($2::uuid is null or client_id = $2) and remaining_e4 > 0`,
    [agencyId, clientId],
  )
  return rows.map(({ id }) => id)
}
