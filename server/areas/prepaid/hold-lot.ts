import { dateOf } from '#server/platform/clock.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lockBalances, type BalanceName } from './balances.ts'
import { bookUses, type Use } from './lots.ts'

/** How much of the charge that bought a lot is disputed or lost, in 1/10,000 dollar. */
export interface DisputedAmounts {
  agencyId: string
  chargeId: string
  /** Held until the bank decides. */
  held_e4: number
  /** Lost for good. */
  lost_e4: number
}

interface LotRow {
  balanceId: string
  clientId: string | null
  remaining_e4: number
  held_e4: number
  lost_e4: number
  /** What has left the lot so far because it was lost. */
  given_e4: number
}

/**
 * Holds the disputed part of the lot that a charge bought, so that it can't be used, and releases the rest. A lost part
 * leaves the lot as far as it is still there, against the payee's loss account; the caller books the returned use. Does
 * nothing for a charge that bought no lot. The caller holds the charge's lock and no account locks.
 */
export async function holdLot(tx: Tx, now_ms: number, amounts: DisputedAmounts): Promise<Use[]> {
  const { agencyId, chargeId: id } = amounts
  const balanceId = await findBalanceOf(tx, agencyId, id)
  if (balanceId === null) return []
  await lockBalances(tx, agencyId, [balanceId])
  const lot = await readLot(tx, agencyId, id)
  const open_e4 = amounts.lost_e4 - lot.given_e4
  const give_e4 = Math.min(open_e4, lot.remaining_e4)
  const lost_e4 = Math.max(open_e4 - Math.max(give_e4, 0), 0)
  const held_e4 = amounts.held_e4 + lost_e4
  await tx.query(
    `update prepaid_lot set held_e4 = $3, lost_e4 = $4, held_at = case when $5 then coalesce(held_at, $6) end
      where agency_id = $1 and id = $2`,
    [agencyId, id, held_e4, lost_e4, amounts.held_e4 + amounts.lost_e4 > 0, dateOf(now_ms)],
  )
  // There is money again, so the next time the balance is empty its owner is notified again.
  if (held_e4 + give_e4 < lot.held_e4)
    await tx.query('update prepaid_balance set emptied_at = null where agency_id = $1 and id = $2', [
      agencyId,
      balanceId,
    ])
  return give_e4 === 0 ? [] : [lossOf({ id, balance: { id: balanceId, clientId: lot.clientId }, give_e4 })]
}

/** The use by which a lost amount leaves its lot, or returns to it if the amount is negative. */
const lossOf = ({ id, balance, give_e4 }: { id: string; balance: BalanceName; give_e4: number }): Use => ({
  lotId: id,
  balance,
  kind: give_e4 > 0 ? 'lost' : 'regained',
  amount_e4: Math.abs(give_e4),
  to: { kind: 'dispute_lost', clientId: balance.clientId },
  leads: 0,
})

async function findBalanceOf(tx: Tx, agencyId: string, lotId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'select balance_id as id from prepaid_lot where agency_id = $1 and id = $2',
    [agencyId, lotId],
  )
  return rows[0]?.id ?? null
}

async function readLot(tx: Tx, agencyId: string, id: string): Promise<LotRow> {
  const { rows } = await tx.query<LotRow>(
    `select balance_id as "balanceId", client_id as "clientId", remaining_e4, held_e4, lost_e4,
            (select coalesce(sum(case kind when 'lost' then amount_e4 else -amount_e4 end), 0) from prepaid_use
              where agency_id = $1 and lot_id = $2 and kind in ('lost', 'regained'))::bigint as given_e4
       from prepaid_lot where agency_id = $1 and id = $2`,
    [agencyId, id],
  )
  return rows[0]!
}

/** Removes lost amounts that came back into lots, such as a returned lead's price. The balances are locked. */
export async function writeOffLost(tx: Tx, book: Book, now_ms: number): Promise<void> {
  const { rows } = await tx.query<{ id: string; balanceId: string; clientId: string | null; give_e4: number }>(
    `select id, balance_id as "balanceId", client_id as "clientId", least(remaining_e4, lost_e4) as give_e4
       from prepaid_lot where agency_id = $1 and lost_e4 > 0 and remaining_e4 > 0 order by id`,
    [book.agencyId],
  )
  if (rows.length === 0) return
  await tx.query(
    `update prepaid_lot l set held_e4 = l.held_e4 - given.e4, lost_e4 = l.lost_e4 - given.e4
       from unnest($2::uuid[], $3::bigint[]) as given (id, e4) where l.agency_id = $1 and l.id = given.id`,
    [book.agencyId, rows.map(({ id }) => id), rows.map(({ give_e4 }) => give_e4)],
  )
  await bookUses(
    tx,
    book,
    now_ms,
    rows.map(({ balanceId, clientId, ...one }) => lossOf({ ...one, balance: { id: balanceId, clientId } })),
  )
}

/** Whether a balance's newest lot is held: then the card that paid for it isn't charged automatically. */
export async function isNewestLotHeld(tx: Tx, agencyId: string, balanceId: string): Promise<boolean> {
  const { rows } = await tx.query<{ isHeld: boolean }>(
    `select held_at is not null as "isHeld" from prepaid_lot
      where agency_id = $1 and balance_id = $2 order by bought_at desc, id desc limit 1`,
    [agencyId, balanceId],
  )
  return rows[0]?.isHeld ?? false
}
