import { dateOf } from '#server/platform/clock.ts'
import { binaryUuids } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { hitsOfRange, rangeValues, type HitRange } from './read-events.ts'
import type { LeadDecision } from './write-leads.ts'

/**
 * SQL for where the visitor of a hit `h` came from: `utm_source` of the page's URL, otherwise the host that linked to it. Empty if neither
 * is known, or the link was on the site itself. Most hits have neither, so conditions that cost little come before the patterns.
 */
const sourceOfHit = `
  left(coalesce(
    case when strpos(h.page_url, 'utm_source=') > 0
      then nullif(lower(substring(h.page_url from '[?&]utm_source=([^&#]+)')), '') end,
    case when h.referrer_host is not null
      then nullif(
        regexp_replace(lower(split_part(h.referrer_host, ':', 1)), '^www\\.', ''),
        regexp_replace(lower(h.page_host), '^www\\.', '')) end,
    ''), 100)`

/**
 * How many sources of a day an agency or a client has; a batch may add some more. URLs can name a different one for each
 * visitor, and each is a row that is never deleted.
 */
const maxSources = 200

/** SQL for the day of an instant in reports. */
const dayOf = (instant: string): string => `(${instant}::timestamptz at time zone 'America/New_York')::date`

/** Of these companies, those that have all sources that they can have on this day, and which these are. */
async function readFull(
  tx: Tx,
  agencyId: string,
  now_ms: number,
  companyIds: readonly string[],
): Promise<{ ofId: string; sources: string[] }[]> {
  const { rows } = await tx.query<{ ofId: string; sources: string[] }>(
    `select of_id as "ofId", array_agg(source) as sources from lead_source_day
      where agency_id = $1 and of_id = any($2::uuid[]) and day = ${dayOf('$3')}
      group by of_id having count(*) >= ${maxSources}`,
    [agencyId, plainArray(companyIds), dateOf(now_ms)],
  )
  return rows
}

/**
 * Adds the leads of visits to the daily sums by source (decision 210), for the agency and its clients, in the transaction that writes them.
 * Searches have no source, and what comes after the most sources of a day counts as unknown. Rows are written in key order, so that two
 * transactions never deadlock.
 */
export async function updateLeadSources(
  tx: Tx,
  book: Book,
  now_ms: number,
  range: HitRange,
  leads: readonly LeadDecision[],
): Promise<void> {
  const visits = leads.filter(({ candidate }) => candidate.event.search === null)
  if (visits.length === 0) return
  const modules = new Map(visits.map(({ candidate }) => [candidate.campaign.id, candidate.campaign.module]))
  const clientIds = [...new Set(visits.map(({ candidate }) => candidate.event.clientId))]
  const full = await readFull(tx, book.agencyId, now_ms, [book.agencyId, ...clientIds])
  await tx.query(
    `insert into lead_source_day (agency_id, of_id, day, module, source, root_id, client_id, leads)
     select made.agency_id, owner.of_id, ${dayOf('$3')} as day, made.module,
            case when owner.of_id = any($7::uuid[]) and not owner.of_id::text || ' ' || made.source = any($8::text[]) then ''
                 else made.source end as source,
            $2, owner.client_id, sum(made.leads)
       from (
         select h.agency_id, h.client_id, c.module, ${sourceOfHit} as source, count(*) as leads
           from unnest($4::uuid[]) as l (visit_id)
           join hit h on h.id = l.visit_id and ${hitsOfRange(9)}
           join unnest($5::uuid[], $6::text[]) as c (id, module) on c.id = h.campaign_id
          group by 1, 2, 3, 4) made
      cross join lateral (values (made.agency_id, null::uuid), (made.client_id, made.client_id)) as owner (of_id, client_id)
      group by made.agency_id, owner.of_id, made.module, 5, owner.client_id
      order by owner.of_id, made.module, 5
     on conflict (agency_id, of_id, day, module, source) do update set leads = lead_source_day.leads + excluded.leads`,
    [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      binaryUuids(visits.map(({ candidate }) => candidate.event.id)),
      plainArray([...modules.keys()]),
      plainArray([...modules.values()]),
      plainArray(full.map(({ ofId }) => ofId)),
      full.flatMap(({ ofId, sources }) => sources.map((source) => `${ofId} ${source}`)),
      ...rangeValues(range),
    ],
  )
}
