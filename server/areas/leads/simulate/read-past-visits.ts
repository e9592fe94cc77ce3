import { countedOnly, reasons, type Reason } from '#contract/leads/reasons.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { PastDay, Period } from './past.ts'

/** Where a visit ends whatever a campaign's rules are. */
const beforeRules = reasons.slice(0, reasons.indexOf('opted_out') + 1)

/** A visit's id begins with the time that its browser told. */
const slack_ms = 24 * 3_600_000

interface Row {
  date: string
  reason: Reason | null
  personId: number | null
  events: number
  at_ms: number
}

/** A campaign's visits of these days, day by day and person by person, in the order in which people came. */
export async function readPastVisits(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { dates, from_ms, now_ms, timeZone }: Period,
): Promise<PastDay[]> {
  // Conversions mark their people and are no visits that a lead could come of.
  const { rows } = await tx.query<Row>(
    `select date::text, reason, "personId", count(*)::integer as events, (extract(epoch from max(at)) * 1000)::float8 as at_ms
       from (select (at at time zone $6)::date as date, at,
                    case when reason = any($5) then reason end as reason,
                    case when reason <> all($5) then person_id end as "personId"
               from visit
              where agency_id = $1 and client_id = $2 and id >= $4 and at >= $8 and at <= $7 and campaign_id = $3 and kind <> 'conversion') v
      group by 1, 2, 3 order by 1, min(at)`,
    [
      agencyId,
      of.clientId,
      of.campaignId,
      lowestUuidAt(from_ms - slack_ms),
      beforeRules,
      timeZone,
      dateOf(now_ms),
      dateOf(from_ms),
    ],
  )
  const days = new Map<string, PastDay>(dates.map((date) => [date, { date, people: [], stopped: [] }]))
  for (const { date, reason, personId, events, at_ms } of rows) {
    const day = days.get(date)
    if (personId !== null) day?.people.push({ personId, at_ms, events, search: null })
    else day?.stopped.push({ reason: reason ?? 'no_match', events })
  }
  for (const { date, reason, events } of await readCounted(tx, agencyId, of, from_ms, timeZone))
    days.get(date)?.stopped.push({ reason: reason!, events })
  return [...days.values()]
}

/** What is only counted, since the visitor asked not to be known. */
async function readCounted(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  from_ms: number,
  timeZone: string,
): Promise<Pick<Row, 'date' | 'reason' | 'events'>[]> {
  const { rows } = await tx.query<Row>(
    `select (hour at time zone $5)::date::text as date, reason, sum(count)::integer as events from visit_count
      where agency_id = $1 and client_id = $2 and campaign_id = $3 and hour >= $4 and reason = any($6)
      group by 1, 2`,
    [agencyId, of.clientId, of.campaignId, dateOf(from_ms), timeZone, countedOnly],
  )
  return rows
}

/** Of these campaigns the one whose pixel reported the most since then; null where none has. */
export async function findBusiest(
  tx: Tx,
  agencyId: string,
  clientId: string,
  campaignIds: readonly string[],
  from_ms: number,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select campaign_id as id from visit_count
      where agency_id = $1 and client_id = $2 and campaign_id = any($3::uuid[]) and hour >= $4
      group by campaign_id order by sum(count) desc, campaign_id limit 1`,
    [agencyId, clientId, campaignIds, dateOf(from_ms)],
  )
  return rows[0]?.id ?? null
}
