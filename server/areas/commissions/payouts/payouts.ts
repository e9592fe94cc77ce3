import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { allocate, hold_ms, smallestPayout_cents, wholeCentsOf, type UnpaidPart } from '../policy.ts'
import { bookPart } from './book-part.ts'

export interface PayoutRow {
  id: string
  root_id: string
  user_id: string
  amount_cents: number
  /** Null for a payment by hand. */
  gateway: string | null
  account_id: string | null
  state: 'sent' | 'paid' | 'failed'
  /** What of it was taken back at the gateway. */
  reversed_cents: number
}

const payoutColumns = 'p.id, p.root_id, p.user_id, p.amount_cents, p.gateway, p.account_id, p.state, p.reversed_cents'

interface Earned extends UnpaidPart {
  earned_at: Date
}

/** A person's unpaid commissions, oldest first, locked so that two payouts never include the same. */
export async function lockRests(tx: Tx, rootId: string, userId: string): Promise<Earned[]> {
  const { rows } = await tx.query<Earned>(
    `select agency_id as "agencyId", charge_id as "chargeId", amount_e4 - paid_e4 as rest_e4, earned_at
       from commission where root_id = $1 and user_id = $2 and amount_e4 <> paid_e4
      order by earned_at, charge_id for update`,
    [rootId, userId],
  )
  return rows
}

/** The amount that can be paid out now: money past its waiting period, less all clawbacks. */
const payableOf = (rests: readonly Earned[], now_ms: number): Earned[] =>
  rests.filter(({ rest_e4, earned_at }) => rest_e4 < 0 || earned_at.getTime() <= now_ms - hold_ms)

type NewPayout = Pick<PayoutRow, 'id' | 'root_id' | 'user_id' | 'gateway' | 'account_id'>

/**
 * Commits a gateway payout of everything that can be paid to a person, before the gateway is called. Null if the amount
 * is too small. Runs in the operator's scope.
 */
export async function openPayout(
  tx: Tx,
  now_ms: number,
  asked_ms: number,
  request: NewPayout & { gateway: string },
): Promise<PayoutRow | null> {
  const rests = payableOf(await lockRests(tx, request.root_id, request.user_id), now_ms)
  const amount_cents = wholeCentsOf(rests)
  if (amount_cents < smallestPayout_cents) return null
  const payout: PayoutRow = { ...request, amount_cents, state: 'sent', reversed_cents: 0 }
  await insertPayout(tx, payout, { now_ms, asked_ms })
  await saveShares(tx, payout, allocate(rests, amount_cents * 100))
  return payout
}

export async function insertPayout(
  tx: Tx,
  payout: PayoutRow,
  { now_ms, asked_ms }: { now_ms: number; asked_ms: number },
): Promise<void> {
  await tx.query(
    `insert into commission_payout (id, root_id, user_id, amount_cents, gateway, account_id, state, created_at, asked_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      payout.id,
      payout.root_id,
      payout.user_id,
      payout.amount_cents,
      payout.gateway,
      payout.account_id,
      payout.state,
      dateOf(now_ms),
      dateOf(asked_ms),
      payout.state === 'sent' ? null : dateOf(now_ms),
    ],
  )
}

export async function saveShares(tx: Tx, payout: PayoutRow, shares: readonly UnpaidPart[]): Promise<void> {
  await tx.query(
    `with share as (
       select * from unnest($4::uuid[], $5::uuid[], $6::bigint[]) as s (agency_id, charge_id, amount_e4)),
     kept as (
       insert into commission_payout_share (agency_id, payout_id, charge_id, user_id, root_id, amount_e4)
       select agency_id, $1, charge_id, $2, $3, amount_e4 from share)
     update commission set paid_e4 = paid_e4 + case when $7 then 0 else share.amount_e4 end
       from share
      where commission.agency_id = share.agency_id and commission.charge_id = share.charge_id and commission.user_id = $2`,
    [
      payout.id,
      payout.user_id,
      payout.root_id,
      shares.map(({ agencyId }) => agencyId),
      shares.map(({ chargeId }) => chargeId),
      shares.map(({ rest_e4 }) => rest_e4),
      hasFault('pay-commission-twice'),
    ],
  )
}

/** Locks a payout; null if the operator has none with that id. */
export async function lockPayout(tx: Tx, rootId: string, id: string): Promise<PayoutRow | null> {
  const { rows } = await tx.query<PayoutRow>(
    `select ${payoutColumns} from commission_payout p where p.root_id = $1 and p.id = $2 for update`,
    [rootId, id],
  )
  return rows[0] ?? null
}

/** Books a completed payout: in each agency's book the part that pays its commissions. */
export async function bookPayout(tx: Tx, now_ms: number, payout: PayoutRow, gatewayId: string | null): Promise<void> {
  const { rows } = await tx.query<{ agency_id: string; amount_e4: number }>(
    `select agency_id, sum(amount_e4)::bigint as amount_e4 from commission_payout_share
      where root_id = $1 and payout_id = $2 group by agency_id having sum(amount_e4) <> 0 order by agency_id`,
    [payout.root_id, payout.id],
  )
  for (const { agency_id: agencyId, amount_e4 } of rows)
    await bookPart(tx, now_ms, payout, {
      agencyId,
      // It is negative if more of its commissions were clawed back than earned.
      paid_e4: amount_e4,
      kinds: ['commission_payout', 'commission_netted'],
      transferId: uuidOf(['commission_payout', payout.id, agencyId]),
    })
  await endPayout(tx, now_ms, payout, { state: 'paid', gatewayId, cause: null })
}

/** The gateway declined: the payout's amount is owed again. */
export async function failPayout(tx: Tx, now_ms: number, payout: PayoutRow, code: string): Promise<void> {
  await tx.query(
    `update commission set paid_e4 = paid_e4 - s.amount_e4
       from commission_payout_share s
      where s.root_id = $1 and s.payout_id = $2
        and commission.agency_id = s.agency_id and commission.charge_id = s.charge_id and commission.user_id = s.user_id`,
    [payout.root_id, payout.id],
  )
  await endPayout(tx, now_ms, payout, { state: 'failed', gatewayId: null, cause: code.slice(0, 100) })
}

async function endPayout(
  tx: Tx,
  now_ms: number,
  payout: PayoutRow,
  end: { state: 'paid' | 'failed'; gatewayId: string | null; cause: string | null },
): Promise<void> {
  await tx.query(
    `update commission_payout set state = $3, gateway_id = $4, cause = $5, ended_at = $6 where root_id = $1 and id = $2`,
    [payout.root_id, payout.id, end.state, end.gatewayId, end.cause, dateOf(now_ms)],
  )
  payout.state = end.state
}

/** Records when a payout was last queried, in machine time. */
export async function recordPayoutQuery(tx: Tx, asked_ms: number, { root_id, id }: PayoutRow): Promise<void> {
  await tx.query('update commission_payout set asked_at = $3 where root_id = $1 and id = $2', [
    root_id,
    id,
    dateOf(asked_ms),
  ])
}
