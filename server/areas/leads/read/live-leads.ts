import { id } from '#contract/core/ids.ts'
import type { liveLeads as operation } from '#contract/leads/live.ts'
import { audienceOf, type Audience } from '#server/areas/tenants/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Download, Input, SignedInCall } from '#server/platform/http/call.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { selectLeads, type Lead } from './lead-query.ts'
import { LiveFeed, type FeedEvent, type FeedPace } from './live-feed.ts'
import { presentLead, presentVisit, type Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'

export const livePace: FeedPace = { pause_ms: 100, heartbeat_ms: 15_000 }
/** Of one burst the newest are sent; lists show the rest. */
const mostLeads = 100
const mostVisits = 50
/** A lead may be committed this much after the moment it bears. */
const overlap_ms = 10_000
/** How far a feed goes back after a break, and how old a visit that has just arrived may be. */
const lookBack_ms = 10 * 60_000

/** Where a feed stands: rows up to here have been seen before it began. */
interface Place {
  at_ms: number
  id: string
  isResumed: boolean
}

/** New leads and visits of an agency or a client, as they come. */
export const liveLeads =
  (pace: FeedPace) =>
  async (_input: Input<typeof operation>, call: SignedInCall): Promise<Download> => {
    const audience = audienceOf(call.object!, 'all')
    const feed = new AudienceFeed(call, audience)
    const { signals, log } = call.platform
    const isOurs = (news: { agencyId: string; clientIds: readonly string[] }): boolean =>
      news.agencyId === audience.agencyId && (audience.clientId === null || news.clientIds.includes(audience.clientId))
    await feed.skipWhatIsThere()
    const stream = new LiveFeed(
      {
        first: feed.ready(),
        look: () => feed.look(),
        mayGoOn: () => call.isStillLetIn(),
        onNews: (wake) => {
          const stops = (['leads', 'visits'] as const).map((kind) =>
            signals.on(kind, (news) => {
              if (isOurs(news)) wake()
            }),
          )
          return () => stops.forEach((stop) => stop())
        },
        warn: (error) => log.warn({ err: error, requestId: call.requestId }, 'live feed'),
      },
      pace,
    )
    return { fileName: '', contentType: 'text/event-stream; charset=utf-8', stream }
  }

class AudienceFeed {
  readonly #call: SignedInCall
  readonly #audience: Audience
  readonly #sent = new Set<string>()
  readonly #start: Place
  /** The newest moment of a lead that was sent. */
  #newest_ms: number

  constructor(call: SignedInCall, audience: Audience) {
    this.#call = call
    this.#audience = audience
    this.#start = placeOf(call)
    this.#newest_ms = this.#start.at_ms
  }

  /** Gives the browser a place to go on from, before anything has happened. */
  ready(): FeedEvent {
    const { at_ms, id: startId, isResumed } = this.#start
    return { name: 'ready', id: `${isResumed ? at_ms : at_ms + overlap_ms}.${startId}`, data: {} }
  }

  /**
   * Rows that are there already are no news, but a lead that was made before the feed began and is committed after is. A
   * feed that goes on after a break knows by its place which leads have been seen.
   */
  async skipWhatIsThere(): Promise<void> {
    const { leads, visits } = await this.#read()
    for (const visit of visits) this.#sent.add(visit.id)
    if (!this.#start.isResumed) for (const lead of leads) this.#sent.add(lead.id)
  }

  #read(): Promise<{ leads: Lead[]; visits: Visit[] }> {
    return this.#call.inScope(async (tx) => ({ leads: await this.#readLeads(tx), visits: await this.#readVisits(tx) }))
  }

  async look(): Promise<FeedEvent[]> {
    const { leads, visits } = await this.#read()
    const events: FeedEvent[] = []
    for (const visit of visits.reverse())
      if (this.#isNew(visit.id)) events.push({ name: 'visit', data: presentVisit(visit) })
    for (const lead of leads.reverse()) {
      if (!this.#isNew(lead.id)) continue
      this.#newest_ms = Math.max(this.#newest_ms, lead.createdAt.getTime())
      const place = `${lead.createdAt.getTime()}.${lead.id}`
      events.push({ name: 'lead', id: place, data: presentLead(lead, this.#call.caller) })
    }
    return events
  }

  #isNew(id: string): boolean {
    if (this.#sent.has(id)) return false
    this.#sent.add(id)
    // The oldest are forgotten first; they lie behind every look by then.
    if (this.#sent.size > 20 * (mostLeads + mostVisits)) this.#sent.delete(this.#sent.values().next().value!)
    return true
  }

  async #readLeads(tx: Tx): Promise<Lead[]> {
    const { agencyId, clientId } = this.#audience
    const { rows } = await tx.prepared<Lead>(
      `live-leads-${clientId === null ? 'agency' : 'client'}`,
      selectLeads({
        conditions: [
          'lead.agency_id = $1',
          'lead.created_at >= $2 and (lead.created_at, lead.id) > ($3, $4)',
          ...(clientId === null ? [] : ['lead.client_id = $5']),
        ],
        order: 'lead.created_at desc, lead.id desc',
        limit: String(mostLeads),
      }),
      [
        agencyId,
        dateOf(this.#newest_ms - overlap_ms),
        dateOf(this.#start.at_ms),
        this.#start.id,
        ...(clientId === null ? [] : [clientId]),
      ],
    )
    return rows
  }

  async #readVisits(tx: Tx): Promise<Visit[]> {
    const { agencyId, clientId } = this.#audience
    const { rows } = await tx.prepared<Visit>(
      `live-visits-${clientId === null ? 'agency' : 'client'}`,
      selectVisits(
        ['visit.agency_id = $1', 'visit.id >= $2', ...(clientId === null ? [] : ['visit.client_id = $3'])],
        mostVisits,
      ),
      [agencyId, lowestUuidAt(this.#call.platform.clock.now() - lookBack_ms), ...(clientId === null ? [] : [clientId])],
    )
    return rows
  }
}

const lastEvent = /^(\d{13})\.(.{36})$/
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** After a break the feed goes on behind the last event that was seen, but not for ever back; else it begins now. */
function placeOf(call: SignedInCall): Place {
  const now_ms = call.platform.clock.now()
  const fresh = { at_ms: now_ms - overlap_ms, id: highestId, isResumed: false }
  const [, at, eventId] = lastEvent.exec(String(call.raw.request.headers['last-event-id'] ?? '')) ?? []
  if (at === undefined || !id.safeParse(eventId).success) return fresh
  const earliest_ms = now_ms - lookBack_ms
  if (Number(at) < earliest_ms) return { at_ms: earliest_ms, id: highestId, isResumed: true }
  return { at_ms: Number(at), id: eventId!, isResumed: true }
}
