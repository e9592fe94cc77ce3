import { eventDays, maxEvents, type listSiteEvents, type SiteEvent } from '#contract/leads/site-events.ts'
import { HIT_CLOCK_TOLERANCE_MS as slack_ms } from '#contract/tracking/collect-body.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { eventGoalsOf } from '#server/areas/campaigns/modules/registry.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'

const day_ms = 86_400_000

interface SiteEventQuery {
  agencyId: string
  campaignId: string
  from_ms: number
  /** Event names. */
  goals: readonly string[]
}

/** Events on a campaign's site other than page views, with the number of leads behind them. */
export const handleListSiteEvents: Handler<typeof listSiteEvents> = async ({ params }, call) => {
  const of = { agencyId: call.object!.agencyId!, campaignId: params.id }
  const from_ms = call.platform.clock.now() - eventDays * day_ms
  const data = await call.inScope(async (tx) => {
    const eventQuery = { ...of, from_ms, goals: await readGoals(tx, of) }
    return {
      leads: await countLeads(tx, eventQuery),
      goals: eventQuery.goals.length > 0 ? await sumGoals(tx, eventQuery) : null,
      events: withMissing(await read(tx, eventQuery), eventQuery.goals),
    }
  })
  return { result: 'success', message: '', data }
}

async function readGoals(tx: Tx, { agencyId, campaignId }: Pick<SiteEventQuery, 'agencyId' | 'campaignId'>) {
  const { rows } = await tx.query<{ module: Module; settings: object }>(
    'select module, module_settings as settings from campaign where agency_id = $1 and id = $2 and removed_at is null',
    [agencyId, campaignId],
  )
  if (!rows[0]) throw notFound()
  return eventGoalsOf(rows[0].module, rows[0].settings)
}

const peopleOfLeads = `select distinct person_id from lead
  where agency_id = $1 and campaign_id = $2 and kind = 'lead' and created_at >= $3`

async function countLeads(tx: Tx, { agencyId, campaignId, from_ms }: SiteEventQuery): Promise<number> {
  const { rows } = await tx.query<{ leads: number }>(`select count(*)::int as leads from (${peopleOfLeads}) made`, [
    agencyId,
    campaignId,
    dateOf(from_ms),
  ])
  return rows[0]!.leads
}

const sums = `count(*)::int as count, (coalesce(sum(v.event_value_cents), 0) / 100.0)::float8 as value,
            count(distinct made.person_id)::int as leads`

/** A visit id begins with the browser's time, which may be off by `slack_ms`. */
const eventVisits = `visit v left join (${peopleOfLeads}) made on made.person_id = v.person_id
      where v.agency_id = $1 and v.campaign_id = $2 and v.id >= $4 and v.at >= $3 and v.kind in ('event', 'conversion')
        and v.reason not in ('host_not_allowed', 'no_origin', 'bot', 'datacentre')`

const valuesOf = ({ agencyId, campaignId, from_ms, goals }: SiteEventQuery): unknown[] => [
  agencyId,
  campaignId,
  dateOf(from_ms),
  lowestUuidAt(from_ms - slack_ms),
  goals,
]

type Sums = Pick<SiteEvent, 'count' | 'value' | 'leads'>

const sumGoals = async (tx: Tx, eventQuery: SiteEventQuery): Promise<Sums> =>
  (await tx.query<Sums>(`select ${sums} from ${eventVisits} and v.event_name = any($5::text[])`, valuesOf(eventQuery)))
    .rows[0]!

async function read(tx: Tx, eventQuery: SiteEventQuery): Promise<SiteEvent[]> {
  const { rows } = await tx.query<SiteEvent>(
    `select coalesce(v.event_name, '') as event_name, v.kind, coalesce(v.event_name = any($5::text[]), false) as is_goal, ${sums}
       from ${eventVisits}
      group by 1, 2, 3 order by is_goal desc, count desc, event_name, kind limit ${maxEvents}`,
    valuesOf(eventQuery),
  )
  return rows
}

/** Goals without events are included with zero. */
function withMissing(events: readonly SiteEvent[], goals: readonly string[]): SiteEvent[] {
  const names = new Set(events.map(({ event_name }) => event_name))
  const missing = goals
    .filter((name) => !names.has(name))
    .map((event_name) => ({ event_name, kind: 'event' as const, is_goal: true, count: 0, value: 0, leads: 0 }))
  const goalEvents = events.filter(({ is_goal }) => is_goal)
  return [...goalEvents, ...missing, ...events.slice(goalEvents.length)]
}
