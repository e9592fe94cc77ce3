import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Campaign, Cap } from './batch.ts'
import type { LeadDecision } from './write-leads.ts'

// Monthly spend caps: campaigns and clients are capped at retail prices, agencies at wholesale (decision 109).

interface Use {
  id: string
  used_e4: number
}

/** The lock order, the same everywhere so that two batches never deadlock. */
const order: readonly Cap['of'][] = ['agency', 'client', 'campaign']

/** Every cap that applies to any of these campaigns, without duplicates, in lock order. */
function capsOf(campaigns: readonly Campaign[]): Cap[] {
  const byId = new Map(campaigns.flatMap(({ caps }) => caps).map((cap) => [cap.id, cap]))
  return [...byId.values()].toSorted(
    (a, b) => order.indexOf(a.of) - order.indexOf(b.of) || (a.id < b.id ? -1 : Number(a.id > b.id)),
  )
}

const months = (caps: readonly Cap[]): unknown[] => [caps.map(({ id }) => id), caps.map(({ month }) => month)]

const leftOf = (caps: readonly Cap[], uses: readonly Use[]): Map<string, number> => {
  const usedOf = new Map(uses.map(({ id, used_e4 }) => [id, used_e4]))
  return new Map(caps.map(({ id, most_e4 }) => [id, most_e4 - (usedOf.get(id) ?? 0)]))
}

/** What is left of each cap this month, by its id. Takes no locks, so it may already be less. */
export async function readCapsLeft(tx: Tx, book: Book, campaigns: readonly Campaign[]): Promise<Map<string, number>> {
  const caps = capsOf(campaigns)
  if (caps.length === 0) return new Map()
  const { rows } = await tx.query<Use>(
    `select u.of_id as id, u.used_e4 from unnest($2::uuid[], $3::date[]) as asked (id, month)
       join cap_use u on u.agency_id = $1 and u.of_id = asked.id and u.month = asked.month`,
    [book.agencyId, ...months(caps)],
  )
  return leftOf(caps, rows)
}

/**
 * Like `readCapsLeft`, but inserts missing rows and locks all of them in lock order, so that this transaction can use up what
 * is left.
 */
export async function lockCapsLeft(tx: Tx, book: Book, campaigns: readonly Campaign[]): Promise<Map<string, number>> {
  const caps = capsOf(campaigns)
  if (caps.length === 0) return new Map()
  await addUp(tx, book, caps)
  const { rows } = await tx.query<Use>(
    `select u.of_id as id, u.used_e4
       from cap_use u join unnest($2::uuid[], $3::date[]) with ordinality as asked (id, month, place)
         on u.of_id = asked.id and u.month = asked.month
      where u.agency_id = $1
      order by asked.place for update of u`,
    [book.agencyId, ...months(caps)],
  )
  return leftOf(caps, rows)
}

/**
 * Sums the month's leads at the first lead under a cap, and again after the cap or the time zone changes, because earlier leads
 * of the month count too. `offset 0` makes PostgreSQL find the missing rows first; planned as one join, it could sum every
 * month again in every batch.
 */
async function addUp(tx: Tx, book: Book, caps: readonly Cap[]): Promise<void> {
  await tx.query(
    `insert into cap_use (agency_id, of_id, client_id, root_id, month, used_e4, counted_for, time_zone)
     select $1, asked.of_id, client_id, $2, month, made.cost_e4, counted_for, asked.time_zone
       from (
         select missing.* from unnest($3::uuid[], $4::date[], $5::text[], $6::uuid[], $7::text[], $8::timestamptz[])
                as missing (of_id, month, level, client_id, time_zone, counted_for)
          where not exists (
            select from cap_use u
             where u.agency_id = $1 and u.of_id = missing.of_id and u.month = missing.month
               and u.counted_for = missing.counted_for and u.time_zone = missing.time_zone)
         offset 0) asked
       cross join lateral (
         select coalesce(sum(cost_e4), 0) as cost_e4 from (
           select l.wholesale_price_e4 as cost_e4 from lead l
            where asked.level = 'agency' and l.agency_id = $1 and l.kind = 'lead'
              and l.created_at >= asked.month::timestamp at time zone asked.time_zone
           union all
           select l.retail_price_e4 from lead l
            where asked.level = 'client' and l.agency_id = $1 and l.client_id = asked.of_id and l.kind = 'lead'
              and l.created_at >= asked.month::timestamp at time zone asked.time_zone
           union all
           select l.retail_price_e4 from lead l
            where asked.level = 'campaign' and l.agency_id = $1 and l.campaign_id = asked.of_id and l.kind = 'lead'
              and l.created_at >= asked.month::timestamp at time zone asked.time_zone) one) made
     on conflict (agency_id, of_id, month)
       do update set used_e4 = excluded.used_e4, counted_for = excluded.counted_for, time_zone = excluded.time_zone`,
    [
      book.agencyId,
      book.rootId,
      ...months(caps),
      caps.map(({ of }) => of),
      caps.map(({ clientId }) => clientId),
      caps.map(({ timeZone }) => timeZone),
      caps.map(({ setAt }) => setAt),
    ],
  )
}

/** Adds the cost of the leads to the rows locked by `lockCapsLeft`. */
export async function writeCapUses(tx: Tx, book: Book, leads: readonly LeadDecision[]): Promise<void> {
  const campaigns = new Set(leads.map(({ candidate }) => candidate.campaign))
  const caps = capsOf([...campaigns])
  if (caps.length === 0) return
  const costs = new Map<string, number>()
  for (const { campaign } of leads.map(({ candidate }) => candidate))
    for (const { id, price_e4 } of campaign.caps) costs.set(id, (costs.get(id) ?? 0) + price_e4)
  await tx.query(
    `update cap_use u set used_e4 = u.used_e4 + fresh.cost_e4
       from unnest($2::uuid[], $3::date[], $4::bigint[]) as fresh (of_id, month, cost_e4)
      where u.agency_id = $1 and u.of_id = fresh.of_id and u.month = fresh.month`,
    [book.agencyId, ...months(caps), caps.map(({ id }) => costs.get(id)!)],
  )
}
