/**
 * The statement for a page of the newest (or oldest) leads: total and rows in one round trip, at a cost that doesn't grow
 * with the number of leads.
 *
 * A deep page is not reached by counting the rows before it. Kept daily counts, then the hourly counts of one day, locate the
 * hour in which the page begins and how many of its rows come before it; the index does the rest.
 */
export interface PageShape {
  owner: 'campaign_id' | 'client_id' | null
  kind: 'all' | 'lead'
  order: 'asc' | 'desc'
  /** Whether there is a date range. Then $5 and $6 are its bounds, $7 and $8 the whole UTC days within. */
  isRanged: boolean
  /** Whether rows are skipped. */
  isDeep: boolean
}

/** $1 the agency, $2 whose leads (the campaign, the client or the agency), $3 how many rows, $4 how many come before. */
export function pageStatement(shape: PageShape, columns: string, joins: string): { name: string; text: string } {
  const { owner, kind, order, isRanged, isDeep } = shape
  const n = kind === 'all' ? 'leads + tests' : 'leads'
  const total = isRanged
    ? 'select coalesce(sum(n), 0)::bigint as total from piece'
    : `select coalesce((select ${n} from lead_count where ${ofOwner} and grain = 'ever' and start_at = 'epoch'), 0)
         as total`
  const ctes = [...(isRanged ? [rangedPieces(n)] : []), ...(isDeep ? place(n, order, isRanged) : [])]
  // The limit is applied before names are joined; planned together, the planner would sort all leads of the client.
  const text = `
    ${ctes.length > 0 ? `with ${ctes.join(', ')}` : ''}
    select counted.total, ${columns} from (${total}) counted left join lateral (
      select * from lead
       where lead.agency_id = $1 ${owner ? `and lead.${owner} = $2` : ''} ${kind === 'lead' ? `and lead.kind = 'lead'` : ''}
         ${bounds(shape)}
       order by lead.created_at ${order}, lead.id ${order}
       limit $3 offset $4${isDeep ? ' - (select before from place)' : ''}) lead on true
     ${joins}
     order by lead.created_at ${order}, lead.id ${order}`
  return { name: `leads-${owner ?? 'agency'}-${kind}-${order}-${isRanged ? 'r' : ''}${isDeep ? 'd' : ''}`, text }
}

const ofOwner = 'lead_count.agency_id = $1 and lead_count.of_id = $2'

/** Whole UTC days, and the hours at both ends that don't fill a day. */
const rangedPieces = (n: string): string => `
  piece as materialized (
    select start_at, start_at + interval '24 hours' as end_at, ${n} as n from lead_count
     where ${ofOwner} and grain = 'day' and start_at >= $7 and start_at < $8
    union all
    select start_at, start_at + interval '1 hour', ${n} from lead_count
     where ${ofOwner} and grain = 'hour' and start_at >= $5 and start_at < least($7, $6)
    union all
    select start_at, start_at + interval '1 hour', ${n} from lead_count
     where ${ofOwner} and grain = 'hour' and start_at >= greatest($8, $5, $7) and start_at < $6)`

const everyDay = (n: string): string =>
  `select start_at, start_at + interval '24 hours' as end_at, ${n} as n from lead_count where ${ofOwner} and grain = 'day'`

/**
 * `spot` is the day (or edge hour) in which the page begins, `place` the hour; each has the number of rows before it.
 * Running sums follow the index and stop where the page begins. `spot` is computed first, since under row-level security
 * only plain comparisons, not a timestamp plus an interval, can use an index.
 */
const place = (n: string, order: 'asc' | 'desc', isRanged: boolean): string[] => [
  `spot as materialized (
    select start_at, end_at, upto - n as before
      from (select *, sum(n) over (order by start_at ${order} rows unbounded preceding) as upto
              from ${isRanged ? 'piece' : `(${everyDay(n)}) piece`}) running
     where upto > $4 order by start_at ${order} limit 1)`,
  `place as materialized (
    select start_at, start_at + interval '1 hour' as end_at, (upto - n + before)::bigint as before
      from (select lead_count.start_at, ${n} as n, spot.before,
                   sum(${n}) over (order by lead_count.start_at ${order} rows unbounded preceding) as upto
              from spot join lead_count on ${ofOwner} and grain = 'hour'
               and lead_count.start_at >= spot.start_at and lead_count.start_at < spot.end_at) running
     where upto > $4 - before order by start_at ${order} limit 1)`,
]

function bounds({ order, isRanged, isDeep }: PageShape): string {
  const begin =
    order === 'desc'
      ? `and lead.created_at < (select end_at from place)`
      : 'and lead.created_at >= (select start_at from place)'
  const range = isRanged ? 'and lead.created_at >= $5 and lead.created_at < $6' : ''
  return `${range} ${isDeep ? begin : ''}`
}
