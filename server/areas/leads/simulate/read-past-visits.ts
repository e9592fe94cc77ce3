import { countedOnly, type Reason } from '#contract/leads/reasons.ts'
import { HIT_CLOCK_TOLERANCE_MS as slack_ms } from '#contract/tracking/collect-body.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { PastDay, Period, PersonDay, Stopped } from './past.ts'

/** A visit's id begins with the time that its browser told, which may be off by `slack_ms`. */
const day_ms = 24 * 3_600_000

interface Row {
  date: string
  /** Where the visit ended whatever a campaign's rules are; null of somebody whom rules are asked about. */
  reason: Reason | null
  personId: number | null
  events: number
  first_ms: number
  at_ms: number
}

/**
 * A campaign's visits of these days, day by day and person by person, in the order in which people came. Read in steps, so
 * that no statement is long however many there are.
 */
export async function readPastVisits(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  period: Period,
): Promise<PastDay[]> {
  const { dates, from_ms, now_ms } = period
  const stopped = new Map<string, Stopped[]>(dates.map((date) => [date, []]))
  const people = new Map(dates.map((date) => [date, new Map<number, Row>()]))
  for (let step_ms = from_ms - slack_ms; step_ms < now_ms + slack_ms; step_ms += day_ms)
    for (const row of await readStep(tx, agencyId, of, period, step_ms)) {
      if (row.personId === null) stopped.get(row.date)?.push({ reason: row.reason ?? 'no_match', events: row.events })
      else merge(people.get(row.date)!, row, row.personId)
    }
  for (const { date, reason, events } of await readCounted(tx, agencyId, of, period))
    stopped.get(date)?.push({ reason: reason!, events })
  return dates.map((date) => ({ date, stopped: stopped.get(date)!, people: inOrder(people.get(date)!) }))
}

async function readStep(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { from_ms, now_ms, timeZone }: Period,
  step_ms: number,
): Promise<Row[]> {
  // Conversions mark their people and are no visits that a lead could come of. A simulation tells of identified visitors only:
  // who came from a company’s addresses is nobody known, whoever was suggested there.
  const { rows } = await tx.query<Row>(
    `select date::text, reason, "personId", count(*)::integer as events,
            (extract(epoch from min(at)) * 1000)::float8 as first_ms, (extract(epoch from max(at)) * 1000)::float8 as at_ms
       from (select (at at time zone $8)::date as date, at,
                    case when match_key = 'company' or reason = 'no_contact' then 'no_match'
                         when person_id is null or reason = 'opted_out' then reason end as reason,
                    case when reason <> 'opted_out' then person_id end as "personId"
               from visit
              where agency_id = $1 and client_id = $2 and campaign_id = $3 and id >= $4 and id < $5
                and at >= $6 and at <= $7 and kind <> 'conversion') v
      group by 1, 2, 3`,
    [
      agencyId,
      of.clientId,
      of.campaignId,
      lowestUuidAt(step_ms),
      lowestUuidAt(step_ms + day_ms),
      dateOf(from_ms),
      dateOf(now_ms),
      timeZone,
    ],
  )
  return rows
}

function merge(day: Map<number, Row>, row: Row, personId: number): void {
  const known = day.get(personId)
  if (!known) return void day.set(personId, row)
  known.events += row.events
  known.first_ms = Math.min(known.first_ms, row.first_ms)
  known.at_ms = Math.max(known.at_ms, row.at_ms)
}

const inOrder = (day: ReadonlyMap<number, Row>): PersonDay[] =>
  [...day]
    .toSorted(([, a], [, b]) => a.first_ms - b.first_ms)
    .map(([personId, { at_ms, events }]) => ({ personId, at_ms, events, search: null }))

/** What is only counted, since the visitor asked not to be known. */
async function readCounted(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { from_ms, timeZone }: Period,
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
