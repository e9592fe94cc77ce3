import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { NewTransfer } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { shareOfBase } from './policy.ts'

/** A charge, and the amount of it that the operator has received and still has, in 1/10,000 dollar. */
export interface ReceivedCharge {
  rootId: string
  agencyId: string
  chargeId: string
  received_e4: number
}

interface Earner {
  user_id: string
  rate_bp: number
}

interface CommissionRow extends Earner {
  amount_e4: number
  changes: number
}

/**
 * Books the commissions of everybody assigned to an agency for money that has arrived, in the transaction that books it
 * and under the charge's lock. The people and their rates are fixed now; if nothing arrived, nothing is earned.
 */
export async function earnCommissions(tx: Tx, now_ms: number, of: ReceivedCharge, chargeKind: string): Promise<void> {
  if (of.received_e4 <= 0) return
  const earners = (await readEarners(tx, of, now_ms)).filter(({ rate_bp }) => shareOfBase(of.received_e4, rate_bp) > 0)
  if (earners.length === 0) return
  await tx.query(
    `insert into commission (agency_id, charge_id, user_id, root_id, charge_kind, rate_bp, base_e4, amount_e4, earned_at)
     select $1, $2, e.user_id, $3, $4, e.rate_bp, 0, 0, $5
       from unnest($6::uuid[], $7::integer[]) as e (user_id, rate_bp)
     on conflict (agency_id, charge_id, user_id) do nothing`,
    [
      of.agencyId,
      of.chargeId,
      of.rootId,
      chargeKind,
      dateOf(now_ms),
      earners.map(({ user_id }) => user_id),
      earners.map(({ rate_bp }) => rate_bp),
    ],
  )
  await adjustCommissions(tx, now_ms, of)
}

/** Everybody assigned to the agency, once whatever their roles, with their rate on the operator's current day. */
async function readEarners(tx: Tx, { rootId, agencyId }: ReceivedCharge, now_ms: number): Promise<Earner[]> {
  const { rows } = await readAsRoot(tx, rootId, () =>
    tx.query<Earner>(
      `select distinct on (u.id) u.id as user_id, r.rate_bp
         from company a
         join company root on root.id = a.root_id
         join app_user u on u.id in (a.sales_rep_id, a.account_executive_id, a.account_referrer_id)
         join commission_rate r on r.user_id = u.id and r.root_id = a.root_id
          and r.valid_from <= ($2::timestamptz at time zone root.time_zone)::date
        where a.id = $1
        order by u.id, r.valid_from desc, r.set_at desc, r.id desc`,
      [agencyId, dateOf(now_ms)],
    ),
  )
  return rows
}

/**
 * Locks a charge's commissions. Callers of `adjustCommissions` lock them before any ledger account, as payouts
 * do, so that the two wait for each other and do not deadlock.
 */
export async function lockCommissions(
  tx: Tx,
  { agencyId, chargeId }: Pick<ReceivedCharge, 'agencyId' | 'chargeId'>,
): Promise<void> {
  await tx.query('select from commission where agency_id = $1 and charge_id = $2 order by user_id for update', [
    agencyId,
    chargeId,
  ])
}

/**
 * Adjusts a charge's commissions to the money that is left: less after a refund or during a dispute, and more again
 * when that is reversed. The caller holds the charge's lock. Idempotent.
 */
export async function adjustCommissions(tx: Tx, now_ms: number, of: ReceivedCharge): Promise<void> {
  const { agencyId, chargeId, received_e4 } = of
  const { rows } = await tx.query<CommissionRow>(
    `select c.user_id, c.rate_bp, c.amount_e4,
            (select count(*)::integer from commission_change n
              where n.agency_id = $1 and n.charge_id = $2 and n.user_id = c.user_id) as changes
       from commission c where c.agency_id = $1 and c.charge_id = $2 order by c.user_id`,
    [agencyId, chargeId],
  )
  if (rows.length === 0) return
  await tx.query('update commission set base_e4 = $3 where agency_id = $1 and charge_id = $2', [
    agencyId,
    chargeId,
    received_e4,
  ])
  const changes = rows
    .map((row) => ({ row, delta_e4: shareOfBase(received_e4, row.rate_bp) - row.amount_e4 }))
    .filter(({ delta_e4 }) => delta_e4 !== 0)
  if (changes.length > 0) await book(tx, now_ms, of, changes)
}

async function book(
  tx: Tx,
  now_ms: number,
  { rootId, agencyId, chargeId }: ReceivedCharge,
  changes: { row: CommissionRow; delta_e4: number }[],
): Promise<void> {
  const cost = { kind: 'commission_cost', clientId: null } as const
  const payable = { kind: 'commission_payable', clientId: null } as const
  const accountOf = await ensureAccounts(tx, { rootId, agencyId }, now_ms, [cost, payable])
  const transfers = changes.map(({ row, delta_e4 }): NewTransfer => {
    const isMore = delta_e4 > 0
    return {
      id: uuidOf(['commission', chargeId, row.user_id, String(row.changes + 1)]),
      flow: {
        debitAccountId: accountOf(isMore ? cost : payable),
        creditAccountId: accountOf(isMore ? payable : cost),
        kind: isMore ? 'commission' : 'commission_clawback',
        referenceKind: 'commission',
        clientId: null,
      },
      amount_e4: Math.abs(delta_e4),
      // A separate reference, so that reading a charge's transfers does not return the operator's commissions.
      referenceId: uuidOf(['commission', chargeId, row.user_id]),
    }
  })
  await tx.query(
    `with change as (
       select * from unnest($4::uuid[], $5::bigint[], $6::integer[], $7::uuid[]) as c (user_id, delta_e4, number, transfer_id)),
     added as (
       insert into commission_change (agency_id, charge_id, user_id, number, root_id, delta_e4, transfer_id, booked_at)
       select $1, $2, user_id, number, $3, delta_e4, transfer_id, $8 from change)
     update commission set amount_e4 = commission.amount_e4 + change.delta_e4
       from change
      where commission.agency_id = $1 and commission.charge_id = $2 and commission.user_id = change.user_id`,
    [
      agencyId,
      chargeId,
      rootId,
      changes.map(({ row }) => row.user_id),
      changes.map(({ delta_e4 }) => delta_e4),
      changes.map(({ row }) => row.changes + 1),
      transfers.map(({ id }) => id),
      dateOf(now_ms),
    ],
  )
  await postTransfers(tx, { rootId, agencyId }, now_ms, transfers)
}
