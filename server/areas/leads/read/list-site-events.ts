import { eventDays, mostEvents, type listSiteEvents, type SiteEvent } from '#contract/leads/site-events.ts'
import { HIT_CLOCK_TOLERANCE_MS as slack_ms } from '#contract/tracking/collect-body.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'

const day_ms = 86_400_000

interface Asked {
  agencyId: string
  campaignId: string
  from_ms: number
}

/** What visitors of a campaign's site did besides looking at its pages, and how many of its leads did. */
export const handleListSiteEvents: Handler<typeof listSiteEvents> = async ({ params }, call) => {
  const asked = {
    agencyId: call.object!.agencyId!,
    campaignId: params.id,
    from_ms: call.platform.clock.now() - eventDays * day_ms,
  }
  const data = await call.inScope(async (tx) => ({ leads: await countLeads(tx, asked), events: await read(tx, asked) }))
  return { result: 'success', message: '', data }
}

const peopleOfLeads = `select distinct person_id from lead
  where agency_id = $1 and campaign_id = $2 and kind = 'lead' and created_at >= $3`

async function countLeads(tx: Tx, { agencyId, campaignId, from_ms }: Asked): Promise<number> {
  const { rows } = await tx.query<{ leads: number }>(`select count(*)::int as leads from (${peopleOfLeads}) made`, [
    agencyId,
    campaignId,
    dateOf(from_ms),
  ])
  return rows[0]!.leads
}

/** A visit's id begins with the time that its browser told, which may be off by `slack_ms`. */
async function read(tx: Tx, { agencyId, campaignId, from_ms }: Asked): Promise<SiteEvent[]> {
  const { rows } = await tx.query<SiteEvent>(
    `select coalesce(v.event_name, '') as event_name, v.kind, count(*)::int as count,
            (coalesce(sum(v.event_value_cents), 0) / 100.0)::float8 as value,
            count(distinct made.person_id)::int as leads
       from visit v left join (${peopleOfLeads}) made on made.person_id = v.person_id
      where v.agency_id = $1 and v.campaign_id = $2 and v.id >= $4 and v.at >= $3 and v.kind in ('event', 'conversion')
        and v.reason not in ('host_not_allowed', 'no_origin', 'bot', 'datacentre')
      group by 1, 2 order by count desc, event_name, kind limit ${mostEvents}`,
    [agencyId, campaignId, dateOf(from_ms), lowestUuidAt(from_ms - slack_ms)],
  )
  return rows
}
