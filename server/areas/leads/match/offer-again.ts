import type { SignalCampaign } from '#server/areas/campaigns/read/read-signal-campaigns.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isOpenAt } from '../resolve/active-hours.ts'
import { readCapsLeft } from '../resolve/caps.ts'
import { allowancesOf, type LimitUse } from '../resolve/pace.ts'
import { readCampaigns } from '../resolve/read-campaigns.ts'
import { queueForResolver, type Match } from './store-matches.ts'
import type { MatchedSignal } from './searches.ts'

const day_ms = 86_400_000
/** Offers more people than there is room for, since some are stopped by other stages. */
const perPlace = 2
/** As the index has them. */
const leftOver = `('limit_reached', 'cap_reached', 'held', 'not_active', 'not_started', 'no_funds', 'outside_hours', 'paced')`
/** However large the limit is. */
const maxAtOnce = 1_000

/**
 * Offers people again who were stopped by a limit, a cap, a hold, a pause, the schedule, pacing or missing funds, while their
 * searches are still in the window: best first, as many as there is room for, each at most once per campaign day.
 */
export const offerAgain = (platform: Platform, book: Book, campaigns: readonly SignalCampaign[]): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', ...book }, (tx) =>
    offerOfAgency(tx, book, platform.clock.now(), campaigns),
  )

interface Left {
  campaignId: string
  personId: number
  signals: MatchedSignal[]
}

async function offerOfAgency(tx: Tx, book: Book, now_ms: number, campaigns: readonly SignalCampaign[]): Promise<void> {
  const waiting = await findWaiting(tx, book, campaigns)
  if (waiting.length === 0) return
  const room = await readRoom(tx, book, now_ms, waiting)
  const open = waiting.filter(({ id }) => room.get(id)! > 0)
  const { rows } = await tx.query<Left>(
    `update search_match m set offered_at = $2, outcome = null
       from (
         select best.* from unnest($3::uuid[], $4::timestamptz[], $5::int[], $6::text[])
                as c (id, since, room, time_zone)
          cross join lateral (
            select w.campaign_id, w.person_id from search_match w
             where w.agency_id = $1 and w.campaign_id = c.id and w.last_at >= c.since
               and w.outcome in ${leftOver}
               and (w.outcome in ('outside_hours', 'paced') or w.offered_at < date_trunc('day', $2::timestamptz at time zone c.time_zone) at time zone c.time_zone)
             order by w.rank desc limit c.room) best
       ) chosen
      where m.agency_id = $1 and m.campaign_id = chosen.campaign_id and m.person_id = chosen.person_id
      returning m.campaign_id as "campaignId", m.person_id as "personId", m.signals`,
    [
      book.agencyId,
      dateOf(now_ms),
      open.map(({ id }) => id),
      open.map(({ criteria }) => dateOf(now_ms - criteria.windowDays * day_ms)),
      open.map(({ id }) => room.get(id)!),
      open.map(({ timeZone }) => timeZone),
    ],
  )
  const byId = new Map(open.map((campaign) => [campaign.id, campaign]))
  const matches = rows.map(({ campaignId, ...match }): Match => ({ campaign: byId.get(campaignId)!, ...match }))
  await queueForResolver(tx, book, now_ms, matches)
}

/** The campaigns that have people to offer again. */
async function findWaiting(tx: Tx, book: Book, campaigns: readonly SignalCampaign[]): Promise<SignalCampaign[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from unnest($2::uuid[]) as c (id)
      where exists (select from search_match m where m.agency_id = $1 and m.campaign_id = c.id
                     and m.outcome in ${leftOver})`,
    [book.agencyId, campaigns.map(({ id }) => id)],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return campaigns.filter(({ id }) => ids.has(id))
}

/** How many leads the rest of a cap covers. */
const affordable = (left_e4: number, price_e4: number): number =>
  price_e4 === 0 ? maxAtOnce : Math.max(0, Math.floor(left_e4 / price_e4))

/** How many people each campaign may be offered: what is left of its limit this period and of its caps this month. */
async function readRoom(
  tx: Tx,
  book: Book,
  now_ms: number,
  own: readonly SignalCampaign[],
): Promise<Map<string, number>> {
  const rules = await readCampaigns(
    tx,
    book.agencyId,
    now_ms,
    own.map(({ id }) => id),
  )
  const campaigns = [...rules.values()]
  const { rows } = await tx.query<LimitUse & { id: string }>(
    `select u.campaign_id as id, u.used, u.used_at_change as "usedAtChange" from unnest($2::uuid[], $3::text[], $4::date[]) as asked (id, period, period_start)
       join limit_use u on u.agency_id = $1 and u.campaign_id = asked.id and u.period = asked.period
        and u.period_start = asked.period_start`,
    [
      book.agencyId,
      campaigns.map(({ id }) => id),
      campaigns.map(({ limitPeriod }) => limitPeriod),
      campaigns.map(({ limitPeriodStart }) => limitPeriodStart),
    ],
  )
  const uses = new Map(rows.map((row) => [row.id, row]))
  const allowances = allowancesOf(now_ms, campaigns, uses)
  const capsLeft = await readCapsLeft(tx, book, [...rules.values()])
  return new Map(
    own.map(({ id }) => {
      const rule = rules.get(id)
      // Skipped outside its hours and after its last day: people offered then would use up their offer for the day.
      if (!rule || now_ms >= rule.endsAt_ms || !isOpenAt(now_ms, rule)) return [id, 0]
      const limit = allowances.get(id) ?? rule.limitLeads
      const leadsLeft = Math.max(0, limit - (uses.get(id)?.used ?? 0))
      const paidFor = rule.caps.map((cap) => affordable(capsLeft.get(cap.id)!, cap.price_e4))
      const room = Math.min(leadsLeft, ...paidFor) * perPlace
      return [id, Math.min(room, maxAtOnce)]
    }),
  )
}
