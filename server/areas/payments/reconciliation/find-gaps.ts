import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { GatewayAccount } from './gateway-account.ts'
import { readBooked, type Subject } from './read-booked.ts'

interface Candidate extends Subject {
  at: Date
}

/** Condition: the account has no entry for one of our objects. $1 is the operator, $2 the gateway, $3 the account. */
const without = (kind: string, id: string): string =>
  `not exists (select from gateway_entry e where e.subject_id = ${id} and e.subject_kind = '${kind}' and e.root_id = $1
     and e.gateway = $2 and e.account_id = $3)`

const candidates = `
  select 'charge' as kind, a.charge_id as id, a.agency_id as "agencyId", a.settled_at as at from charge_attempt a
   where a.root_id = $1 and a.gateway = $2 and coalesce(a.account_id, '') = $3 and a.state = 'succeeded'
     and ${without('charge', 'a.charge_id')}
  union all
  select 'share', a.charge_id, a.agency_id, a.settled_at from charge_attempt a
   where $3 = '' and a.root_id = $1 and a.gateway = $2 and a.account_id is not null and a.fee_cents > 0
     and a.state = 'succeeded' and ${without('share', 'a.charge_id')}
  union all
  select 'refund', r.id, r.agency_id, r.ended_at from refund r
    join charge_attempt a on a.agency_id = r.agency_id and a.id = r.attempt_id
   where r.root_id = $1 and r.state = 'succeeded' and a.gateway = $2 and coalesce(a.account_id, '') = $3
     and ${without('refund', 'r.id')}
  union all
  select 'commission_payout', p.id, null, p.ended_at from commission_payout p
   where $3 = '' and p.root_id = $1 and p.gateway = $2 and p.state = 'paid' and ${without('commission_payout', 'p.id')}`

/**
 * Stores what was booked for an account before its reading began but has no entry there. The list is rewritten each
 * time, which drops what has been found since. Bookings made during the reading are left to the next one.
 */
export async function storeGaps(tx: Tx, account: GatewayAccount, begun_ms: number): Promise<void> {
  const { rootId, agencyId, gateway, accountId } = account
  const key = [rootId, gateway, accountId]
  const { rows } = await tx.query<Omit<Candidate, 'isConnected'>>(candidates, key)
  const all = [...rows, ...(await findDisputes(tx, account))].map((one) => ({ ...one, isConnected: accountId !== '' }))
  const before = all.filter(({ at }) => at.getTime() <= begun_ms)
  const centsOf = await readBooked(tx, rootId, before)
  const gaps = before.map((one) => ({ ...one, cents: centsOf(one) })).filter(({ cents }) => cents !== 0)
  await tx.query('delete from gateway_gap where root_id = $1 and gateway = $2 and account_id = $3', key)
  await tx.query(
    `insert into gateway_gap (id, root_id, agency_id, gateway, account_id, subject_kind, subject_id, book_agency_id,
       amount_cents, booked_at)
     select g.id, $1, $4, $2, $3, g.kind, g.subject_id, g.book_agency_id, g.cents, g.at
       from unnest($5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::bigint[], $10::timestamptz[])
         as g (id, kind, subject_id, book_agency_id, cents, at)`,
    [
      ...key,
      agencyId,
      gaps.map(({ kind, id }) => uuidOf(['gateway gap', ...key, kind, id])),
      gaps.map(({ kind }) => kind),
      gaps.map(({ id }) => id),
      gaps.map((one) => one.agencyId),
      gaps.map(({ cents }) => cents),
      gaps.map(({ at }) => at),
    ],
  )
  await tx.query(
    `insert into gateway_reading (root_id, gateway, account_id, agency_id, read_at) values ($1, $2, $3, $4, $5)
     on conflict (root_id, gateway, account_id) do update set agency_id = excluded.agency_id, read_at = excluded.read_at`,
    [...key, agencyId, dateOf(begun_ms)],
  )
}

/** A query of its own: disputes are distributed by agency on a cluster, the gateway's entries aren't. */
async function findDisputes(
  tx: Tx,
  { rootId, gateway, accountId }: GatewayAccount,
): Promise<Omit<Candidate, 'isConnected'>[]> {
  const { rows } = await tx.query<Omit<Candidate, 'isConnected'>>(
    `select 'dispute' as kind, id, agency_id as "agencyId", opened_at as at from dispute
      where root_id = $1 and gateway = $2 and coalesce(account_id, '') = $3 and held_cents + lost_cents + fee_cents > 0`,
    [rootId, gateway, accountId],
  )
  const { rows: disputes } = await tx.query<{ id: string }>(
    `select distinct subject_id as id from gateway_entry
      where root_id = $1 and gateway = $2 and account_id = $3 and subject_kind = 'dispute' and subject_id = any ($4::uuid[])`,
    [rootId, gateway, accountId, rows.map(({ id }) => id)],
  )
  const there = new Set(disputes.map(({ id }) => id))
  return rows.filter(({ id }) => !there.has(id))
}
