import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { bookPart } from './book-part.ts'
import type { PayoutRow } from './payouts.ts'

interface Share {
  agency_id: string
  charge_id: string
  amount_e4: number
  reversed_e4: number
}

/**
 * Books what was taken back of a completed payout at the gateway, in total so far (decision 186): its commissions are owed again, each in
 * proportion. Books only the difference to what was booked before, so that repeated and older reports change nothing. The caller has
 * locked the payout.
 */
export async function reversePayout(tx: Tx, now_ms: number, payout: PayoutRow, reversed_cents: number): Promise<void> {
  if (payout.state !== 'paid' || reversed_cents <= payout.reversed_cents) return
  const shares = await lockShares(tx, payout)
  const changes = portionsOf(shares, { ...payout, reversed_cents }).filter(({ delta_e4 }) => delta_e4 !== 0)
  await saveReversed(tx, payout, changes)
  const byAgency = new Map<string, number>()
  for (const { agency_id, delta_e4 } of changes) byAgency.set(agency_id, (byAgency.get(agency_id) ?? 0) + delta_e4)
  for (const [agencyId, e4] of [...byAgency].sort(([one], [other]) => (one < other ? -1 : 1)))
    if (e4 !== 0)
      await bookPart(tx, now_ms, payout, {
        agencyId,
        paid_e4: -e4,
        kinds: ['commission_netted_reversed', 'commission_payout_reversed'],
        transferId: uuidOf(['commission_payout_reversed', payout.id, agencyId, String(reversed_cents)]),
      })
  await tx.query('update commission_payout set reversed_cents = $3, reversed_at = $4 where root_id = $1 and id = $2', [
    payout.root_id,
    payout.id,
    reversed_cents,
    dateOf(now_ms),
  ])
  payout.reversed_cents = reversed_cents
}

/** The shares, and locks on their commissions, which come before any ledger account. */
async function lockShares(tx: Tx, { root_id, id }: PayoutRow): Promise<Share[]> {
  const { rows } = await tx.query<Share>(
    `select s.agency_id, s.charge_id, s.amount_e4, s.reversed_e4
       from commission_payout_share s
       join commission c on c.agency_id = s.agency_id and c.charge_id = s.charge_id and c.user_id = s.user_id
      where s.root_id = $1 and s.payout_id = $2 order by s.agency_id, s.charge_id for update of c`,
    [root_id, id],
  )
  return rows
}

interface Change {
  agency_id: string
  charge_id: string
  delta_e4: number
}

/** Each share's part of the reversed amount, less what it had before. Rounding the running total keeps the sum exact. */
function portionsOf(
  shares: readonly Share[],
  { amount_cents, reversed_cents }: Pick<PayoutRow, 'amount_cents' | 'reversed_cents'>,
): Change[] {
  let upTo_e4 = 0
  let given_e4 = 0
  return shares.map(({ agency_id, charge_id, amount_e4, reversed_e4 }) => {
    upTo_e4 += amount_e4
    const part_e4 = Number((BigInt(upTo_e4) * BigInt(reversed_cents)) / BigInt(amount_cents)) - given_e4
    given_e4 += part_e4
    return { agency_id, charge_id, delta_e4: part_e4 - reversed_e4 }
  })
}

async function saveReversed(tx: Tx, { id, user_id }: PayoutRow, changes: readonly Change[]): Promise<void> {
  await tx.query(
    `with change as (
       select * from unnest($3::uuid[], $4::uuid[], $5::bigint[]) as c (agency_id, charge_id, delta_e4)),
     kept as (
       update commission_payout_share s set reversed_e4 = s.reversed_e4 + change.delta_e4 from change
        where s.agency_id = change.agency_id and s.payout_id = $1 and s.charge_id = change.charge_id and s.user_id = $2)
     update commission set paid_e4 = paid_e4 - change.delta_e4 from change
      where commission.agency_id = change.agency_id and commission.charge_id = change.charge_id and commission.user_id = $2`,
    [
      id,
      user_id,
      plainArray(changes.map(({ agency_id }) => agency_id)),
      plainArray(changes.map(({ charge_id }) => charge_id)),
      plainArray(changes.map(({ delta_e4 }) => delta_e4)),
    ],
  )
}
