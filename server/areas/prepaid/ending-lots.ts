import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lockBalances, usable, walletOf } from './balances.ts'
import { bookUses } from './lots.ts'

/** An expiring lot and its usable rest; a part held for a dispute expires after it is released. */
export interface EndingLot {
  id: string
  remaining_e4: number
  expires_at: Date
}

const day_ms = 86_400_000
/** How many days before a lot expires its owner is notified, nearest first. */
const noticeDays = [1, 7, 30] as const

/** R245: expires lots; what is left of them goes to the operator. Returns them. Expiry doesn't trigger a top-up. */
export async function expireLots(tx: Tx, book: Book, now_ms: number): Promise<EndingLot[]> {
  const wallet = walletOf(book.agencyId)
  if ((await findEnding(tx, book.agencyId, now_ms)).length === 0) return []
  await lockBalances(tx, book.agencyId, [wallet.id])
  const lots = await findEnding(tx, book.agencyId, now_ms)
  await bookUses(
    tx,
    book,
    now_ms,
    lots.map(({ id, remaining_e4 }) => ({
      balance: wallet,
      kind: 'expiry',
      lotId: id,
      amount_e4: remaining_e4,
      to: { kind: 'wallet_expired', clientId: null },
      leads: 0,
    })),
  )
  await tx.query(
    `update prepaid_balance set last_balance_e4 = least(last_balance_e4,
       (select coalesce(sum(${usable('l')}), 0) from prepaid_lot l where agency_id = $1 and balance_id = $2))
      where agency_id = $1 and id = $2`,
    [book.agencyId, wallet.id],
  )
  return lots
}

/** Lots that expire up to a moment, soonest first. */
async function findEnding(tx: Tx, agencyId: string, before_ms: number): Promise<EndingLot[]> {
  const { rows } = await tx.query<EndingLot>(
    `select id, remaining_e4 - held_e4 as remaining_e4, expires_at from prepaid_lot
      where agency_id = $1 and balance_id = $1 and remaining_e4 > 0 and remaining_e4 > held_e4 and expires_at <= $2
      order by expires_at, id`,
    [agencyId, dateOf(before_ms)],
  )
  return rows
}

/** Lots whose owner has to be notified now, 30, 7 or 1 days before they expire. Each notice is given once. */
export async function claimEndingNotices(tx: Tx, book: Book, now_ms: number): Promise<EndingLot[]> {
  const { rows } = await tx.query<EndingLot>(
    `update prepaid_lot l set told_days = due.days
       from (select id, (select min(days) from unnest($3::int[]) as n (days)
                          where lot.expires_at <= $2::timestamptz + n.days * interval '24 hours') as days
               from prepaid_lot lot
              where agency_id = $1 and balance_id = $1 and remaining_e4 > 0 and remaining_e4 > held_e4
                and expires_at > $2 and expires_at <= $4) due
      where l.agency_id = $1 and l.id = due.id and (l.told_days is null or l.told_days > due.days)
      returning l.id, l.remaining_e4 - l.held_e4 as remaining_e4, l.expires_at`,
    [book.agencyId, dateOf(now_ms), [...noticeDays], dateOf(now_ms + Math.max(...noticeDays) * day_ms)],
  )
  return rows.toSorted((a, b) => a.expires_at.getTime() - b.expires_at.getTime())
}
