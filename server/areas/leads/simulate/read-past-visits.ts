import { countedOnly, type Reason } from '#contract/leads/reasons.ts'
import { HIT_CLOCK_TOLERANCE_MS as slack_ms } from '#contract/tracking/collect-body.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { AcceptsPage } from '#server/areas/campaigns/modules/campaign-module.ts'
import type { PastDay, Period, PersonDay, Stopped } from './past.ts'
import type { People } from './people.ts'

/**
 * Days per statement. A visit id may be a day off either way, so reading a single day scans three
 * days; more days at once make a statement slow.
 */
const daysAtOnce = 5
/** Reading uses the database's processors, so two connections read at once. */
const connections = 2

interface Row {
  /** The index of its part among the days read together. */
  part: number
  /** Only if requested; otherwise empty. */
  page: string
  /** The reason if the visits end before campaign rules; null for people to whom the rules apply. */
  reason: Reason | null
  personId: number | null
  events: number
  first_ms: number
  at_ms: number
}

interface Way {
  inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  period: Period
  people: People
  acceptsPage: AcceptsPage | null
  /** The instants at which days are split into parts, ascending. */
  boundariesOf: (from_ms: number, until_ms: number) => readonly number[]
}

/**
 * A campaign's visits by day and person, in order of arrival. Reads a few days per statement to keep statements short,
 * without computing a local date for every visit. People are looked up while the next
 * days are read.
 */
export async function readPastVisits(
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { inScope, period, people, acceptsPage, boundariesOf }: Way,
): Promise<PastDay[]> {
  const counts = await inScope((tx) => readCounted(tx, agencyId, of, period))
  const bounds = boundsOf(period)
  const days: PastDay[] = []
  const readSome = async (tx: Tx, first: number): Promise<void> => {
    const some = bounds.slice(first, first + daysAtOnce)
    const rows = await readDays(tx, agencyId, of, { days: some, boundariesOf, withPages: acceptsPage !== null })
    for (const [at, { date }] of some.entries()) {
      const ofDay = acceptsPage ? leaveOut(rows[at]!, acceptsPage) : { rows: rows[at]!, left: 0 }
      const stops = stoppedOn(ofDay)
      for (const one of counts) if (one.date === date) stops.push({ reason: one.reason, events: one.events })
      const day = { date, stopped: stops, people: inOrder(ofDay.rows) }
      people.add(day.people)
      days[first + at] = day
    }
  }
  const readFrom = async (tx: Tx, connection: number): Promise<void> => {
    for (let first = connection * daysAtOnce; first < bounds.length; first += connections * daysAtOnce)
      await readSome(tx, first)
  }
  await Promise.all(Array.from({ length: connections }, (_, at) => inScope((tx) => readFrom(tx, at))))
  return days
}

function stoppedOn({ rows, left }: { rows: readonly Row[]; left: number }): Stopped[] {
  const stops: Stopped[] = rows
    .filter(({ personId }) => personId === null)
    .map(({ reason, events }) => ({ reason: reason ?? 'no_match', events }))
  if (left > 0) stops.push({ reason: 'page_excluded', events: left })
  return stops
}

interface Bounds {
  date: string
  from_ms: number
  until_ms: number
}

/** The start and end of each day; the last one ends now. */
function boundsOf({ dates, now_ms, timeZone }: Period): Bounds[] {
  const starts = dates.map((date) => startOfDate_ms(date, timeZone))
  return dates.map((date, at) => ({ date, from_ms: starts[at]!, until_ms: starts[at + 1] ?? now_ms + 1 }))
}

/** Splits the rows, which are sorted by day, into days. */
async function readDays(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { days, boundariesOf, withPages }: Pick<Way, 'boundariesOf'> & { days: readonly Bounds[]; withPages: boolean },
): Promise<Row[][]> {
  const parts = days.flatMap(({ from_ms, until_ms }, day) =>
    [from_ms, ...boundariesOf(from_ms, until_ms)].map((start_ms) => ({ day, start_ms })),
  )
  const rows = await readParts(tx, agencyId, of, {
    starts_ms: parts.map(({ start_ms }) => start_ms),
    until_ms: days.at(-1)!.until_ms,
    withPages,
  })
  const ofDays: Row[][] = days.map(() => [])
  for (const row of rows) ofDays[parts[row.part]!.day]!.push(row)
  return ofDays
}

/** A visit id begins with the browser's time, which may be off by `slack_ms`. */
async function readParts(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { starts_ms, until_ms, withPages }: { starts_ms: readonly number[]; until_ms: number; withPages: boolean },
): Promise<Row[]> {
  // Conversions only mark people and never become leads. A simulation covers identified visitors only, so suggested
  // contacts of unidentified company visitors are excluded.
  const from_ms = starts_ms[0]!
  const { rows } = await tx.query<Row>(
    `select ${withPages ? '' : `'' as `}page, part, reason, "personId", count(*)::integer as events,
            (extract(epoch from min(at)) * 1000)::float8 as first_ms, (extract(epoch from max(at)) * 1000)::float8 as at_ms
       from (select at${withPages ? ', page_url as page' : ''}, width_bucket(at, $8::timestamptz[]) as part,
                    case when match_key = 'company' or reason = 'no_contact' then 'no_match'
                         when person_id is null or reason = 'opted_out' then reason end as reason,
                    case when reason <> 'opted_out' then person_id end as "personId"
               from visit
              where agency_id = $1 and client_id = $2 and campaign_id = $3 and id >= $4 and id < $5
                and at >= $6 and at < $7 and kind <> 'conversion') v
      group by "personId", reason, part${withPages ? ', page' : ''}`,
    [
      agencyId,
      of.clientId,
      of.campaignId,
      lowestUuidAt(from_ms - slack_ms),
      lowestUuidAt(until_ms + slack_ms),
      dateOf(from_ms),
      dateOf(until_ms),
      starts_ms.slice(1).map(dateOf),
    ],
  )
  return rows
}

/** Merges rows per person and part without visits to excluded pages, and counts those. */
function leaveOut(pageRows: readonly Row[], acceptsPage: AcceptsPage): { rows: Row[]; left: number } {
  const rows: Row[] = []
  const firstRows = new Map<string, Row>()
  const isAccepted = new Map<string, boolean>()
  let eventsLeftOut = 0
  for (const row of pageRows) {
    const key = `${row.personId} ${row.part}`
    const earlier = row.personId === null ? undefined : firstRows.get(key)
    if (row.personId === null) rows.push(row)
    else if (!isTaken(row.page, acceptsPage, isAccepted)) eventsLeftOut += row.events
    else if (!earlier) firstRows.set(key, row)
    else {
      earlier.events += row.events
      earlier.first_ms = Math.min(earlier.first_ms, row.first_ms)
      earlier.at_ms = Math.max(earlier.at_ms, row.at_ms)
    }
  }
  return { rows: [...rows, ...firstRows.values()], left: eventsLeftOut }
}

/** Cached, since many people visit few pages. */
function isTaken(page: string, acceptsPage: AcceptsPage, isAccepted: Map<string, boolean>): boolean {
  const answer = isAccepted.get(page)
  if (answer !== undefined) return answer
  const accepts = acceptsPage(page)
  isAccepted.set(page, accepts)
  return accepts
}

const inOrder = (rows: readonly Row[]): PersonDay[] =>
  rows
    .filter((row): row is Row & { personId: number } => row.personId !== null)
    .toSorted((a, b) => a.first_ms - b.first_ms)
    .map(({ personId, first_ms, at_ms, events }) => ({ personId, first_ms, at_ms, events, search: null }))

/** Visits that are counted only, because the visitor opted out of identification. */
async function readCounted(
  tx: Tx,
  agencyId: string,
  of: { clientId: string; campaignId: string },
  { from_ms, timeZone }: Period,
): Promise<(Stopped & { date: string })[]> {
  const { rows } = await tx.query<Stopped & { date: string }>(
    `select (hour at time zone $5)::date::text as date, reason, sum(count)::integer as events from visit_count
      where agency_id = $1 and client_id = $2 and campaign_id = $3 and hour >= $4 and reason = any($6)
      group by 1, 2`,
    [agencyId, of.clientId, of.campaignId, dateOf(from_ms), timeZone, countedOnly],
  )
  return rows
}

/** The campaign whose pixel reported the most visits since then; null if none has. */
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
