import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { debtOf, type BalanceName } from './balances.ts'
import { drawFrom, type Lot } from './draw.ts'
import { bookUses } from './lots.ts'

/** The price of a lead that has been credited. */
export interface ReturnedMoney {
  /** The ids of what is booked for it are derived from this one. */
  id: string
  balance: BalanceName
  /** When the lead's batch was paid. */
  paidAt: Date
  amount_e4: number
}

/**
 * Returns a credit to the lots that paid for the lead's batch, newest first, up to what each paid. The part that they
 * didn't pay, or whose lot has expired, stays in the payer's account as a credit, which is used before lots. The caller
 * has locked the balance.
 */
export async function returnToLots(tx: Tx, book: Book, now_ms: number, money: ReturnedMoney): Promise<void> {
  const { balance, paidAt, amount_e4, id } = money
  const { rows: lots } = await tx.query<Lot>(
    `select lot.id, least(batch.used_e4, sum(case u.kind when 'leads' then u.amount_e4 when 'return' then -u.amount_e4 else 0 end)
              )::bigint as remaining_e4
       from (select lot_id, sum(amount_e4) as used_e4 from prepaid_use
              where agency_id = $1 and balance_id = $2 and kind = 'leads' and used_at = $3 group by lot_id) batch
       join prepaid_lot lot on lot.agency_id = $1 and lot.id = batch.lot_id and (lot.expires_at is null or lot.expires_at > $4)
       join prepaid_use u on u.agency_id = $1 and u.lot_id = lot.id
      group by lot.id, lot.bought_at, batch.used_e4 order by lot.bought_at desc, lot.id desc`,
    [book.agencyId, balance.id, paidAt, dateOf(now_ms)],
  )
  const parts = drawFrom(lots, amount_e4)
  if (parts.length === 0) return
  await bookUses(
    tx,
    book,
    now_ms,
    parts.map((part) => ({
      ...part,
      balance,
      kind: 'return',
      id: uuidOf(['return', id, part.lotId]),
      to: debtOf(balance),
      leads: 0,
    })),
  )
  // There is money again, so the next time the balance is empty its owner is notified again.
  await tx.query('update prepaid_balance set emptied_at = null where agency_id = $1 and id = $2', [
    book.agencyId,
    balance.id,
  ])
}
