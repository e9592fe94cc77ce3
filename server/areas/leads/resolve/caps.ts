import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Campaign } from './batch.ts'
import type { LeadDecision } from './write-leads.ts'

// The most that a campaign's leads may cost its client in a month (decision 109).

type Capped = Campaign & { monthCap_e4: number }

export const hasCap = (campaign: Campaign): campaign is Capped => campaign.monthCap_e4 !== null

interface Use {
  id: string
  used_e4: number
}

const months = (capped: readonly Campaign[]): unknown[] => [
  capped.map(({ id }) => id),
  capped.map(({ monthStart }) => monthStart),
]

const leftOf = (capped: readonly Capped[], uses: readonly Use[]): Map<string, number> => {
  const used = new Map(uses.map(({ id, used_e4 }) => [id, used_e4]))
  return new Map(capped.map(({ id, monthCap_e4 }) => [id, monthCap_e4 - (used.get(id) ?? 0)]))
}

/** What is left of each cap in this month, by campaign. Reads only: it may be less by now. */
export async function readCapsLeft(tx: Tx, book: Book, capped: readonly Capped[]): Promise<Map<string, number>> {
  if (capped.length === 0) return new Map()
  const { rows } = await tx.query<Use>(
    `select u.campaign_id as id, u.used_e4 from unnest($2::uuid[], $3::date[]) as asked (id, month)
       join cap_use u on u.agency_id = $1 and u.campaign_id = asked.id and u.month = asked.month`,
    [book.agencyId, ...months(capped)],
  )
  return leftOf(capped, rows)
}

/**
 * The same. The rows are made where they are missing and locked, in one order for everybody, so that what is left can be
 * given out in this transaction.
 */
export async function lockCapsLeft(tx: Tx, book: Book, capped: readonly Capped[]): Promise<Map<string, number>> {
  if (capped.length === 0) return new Map()
  const inOrder = capped.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await addUp(tx, book, inOrder)
  const { rows } = await tx.query<Use>(
    `select u.campaign_id as id, u.used_e4
       from cap_use u join unnest($2::uuid[], $3::date[]) as asked (id, month)
         on u.campaign_id = asked.id and u.month = asked.month
      where u.agency_id = $1
      order by u.campaign_id for update of u`,
    [book.agencyId, ...months(inOrder)],
  )
  return leftOf(capped, rows)
}

/**
 * A campaign's first lead in a month, or its first after a change of its settings, adds up the month's leads: those made
 * without a cap, or counted as of another month of another time zone, use up the new one too.
 */
async function addUp(tx: Tx, book: Book, inOrder: readonly Campaign[]): Promise<void> {
  await tx.query(
    `insert into cap_use (agency_id, campaign_id, client_id, root_id, month, used_e4, counted_for)
     select $1, asked.campaign_id, client_id, $2, month, made.cost_e4, counted_for
       from unnest($3::uuid[], $4::date[], $5::uuid[], $6::text[], $7::timestamptz[])
            as asked (campaign_id, month, client_id, time_zone, counted_for)
       cross join lateral (
         select coalesce(sum(l.retail_price_e4), 0) as cost_e4 from lead l
          where l.agency_id = $1 and l.campaign_id = asked.campaign_id and l.kind = 'lead'
            and l.created_at >= asked.month::timestamp at time zone asked.time_zone) made
      where not exists (
        select from cap_use u
         where u.agency_id = $1 and u.campaign_id = asked.campaign_id and u.month = asked.month
           and u.counted_for = asked.counted_for)
     on conflict (agency_id, campaign_id, month)
       do update set used_e4 = excluded.used_e4, counted_for = excluded.counted_for`,
    [
      book.agencyId,
      book.rootId,
      ...months(inOrder),
      inOrder.map(({ clientId }) => clientId),
      inOrder.map(({ timeZone }) => timeZone),
      inOrder.map(({ updatedAt }) => updatedAt),
    ],
  )
}

/** Writes what the leads cost to the rows that were locked when they were read. */
export async function writeCapUses(tx: Tx, book: Book, leads: readonly LeadDecision[]): Promise<void> {
  const costs = new Map<Campaign, number>()
  for (const { campaign } of leads.map(({ candidate }) => candidate))
    if (hasCap(campaign)) costs.set(campaign, (costs.get(campaign) ?? 0) + campaign.retailPrice_e4)
  if (costs.size === 0) return
  await tx.query(
    `update cap_use u set used_e4 = u.used_e4 + fresh.cost_e4
       from unnest($2::uuid[], $3::date[], $4::bigint[]) as fresh (campaign_id, month, cost_e4)
      where u.agency_id = $1 and u.campaign_id = fresh.campaign_id and u.month = fresh.month`,
    [book.agencyId, ...months([...costs.keys()]), [...costs.values()]],
  )
}
