import { id } from '#contract/core/ids.ts'
import { spellingOf, toWire } from '#contract/core/plain.ts'
import { liveEvents, type liveLeads as operation } from '#contract/leads/live.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { Caller } from '#server/platform/call.ts'
import type { SignedInHttpCall } from '#server/platform/http/route.ts'
import type { Download, Input } from '#server/platform/http/route.ts'
import { createAudienceReaders, lookback_ms, maxLeads, maxVisits, type AudienceReader } from './audience-reader.ts'
import type { Lead } from './lead-fields.ts'
import { LiveFeed, type FeedEvent, type FeedPace } from './live-feed.ts'
import { presentLead, presentVisit } from './present.ts'

export const livePace: FeedPace = { pause_ms: 100, heartbeat_ms: 15_000 }
/** How long after its timestamp a lead may be committed. */
const overlap_ms = 10_000

/** The position of a feed: rows up to here were seen before it started. */
interface Position {
  at_ms: number
  id: string
  isResumed: boolean
}

/** Streams new leads and visits of an agency or a client. */
export const liveLeads = (pace: FeedPace) => {
  const readers = createAudienceReaders(pace)
  return async (_input: Input<typeof operation>, call: SignedInHttpCall): Promise<Download> => {
    const { platform, requestId } = call
    const reader = readers.of(platform, listScopeOf(call.object!, 'all'))
    const feed = new AudienceFeed(call, reader)
    await feed.skipExisting().catch((error: unknown) => {
      feed.stop()
      throw error
    })
    const stream = new LiveFeed(
      {
        first: feed.ready(),
        look: () => feed.look(),
        mayGoOn: () => call.isStillAuthorized(),
        onNews: (wake) => feed.onNews(wake),
        warn: (error) => platform.log.warn({ err: error, requestId }, 'live feed'),
      },
      pace,
    )
    return { fileName: '', contentType: 'text/event-stream; charset=utf-8', stream }
  }
}

/** What one stream has already sent. */
class AudienceFeed {
  readonly #caller: Caller
  readonly #reader: AudienceReader
  readonly #sent = new Set<string>()
  readonly #start: Position
  /** Stops following. */
  readonly stop: () => void
  /** The newest timestamp of a lead seen so far. */
  #newest_ms: number
  #wake = (): void => {}

  constructor(call: SignedInHttpCall, reader: AudienceReader) {
    this.#caller = call.caller
    this.#reader = reader
    this.#start = placeOf(call)
    this.#newest_ms = this.#start.at_ms
    this.stop = reader.follow({ leadsFrom_ms: () => this.#newest_ms - overlap_ms, wake: () => this.#wake() })
  }

  onNews(wake: () => void): () => void {
    this.#wake = wake
    return this.stop
  }

  /** Gives the browser a cursor to resume from before anything has happened. */
  ready(): FeedEvent {
    const { at_ms, id: startId, isResumed } = this.#start
    return { name: 'ready', id: `${isResumed ? at_ms : at_ms + overlap_ms}.${startId}`, data: {} }
  }

  /**
   * Existing rows are not news, but a lead created before the feed started and committed afterwards is. A resumed feed knows
   * from its cursor which leads were seen.
   */
  async skipExisting(): Promise<void> {
    const { leads, visits } = await this.#reader.read()
    for (const visit of visits) this.#sent.add(visit.id)
    if (!this.#start.isResumed) for (const lead of leads) this.#sent.add(lead.id)
  }

  async look(): Promise<FeedEvent[]> {
    const { leads, visits } = await this.#reader.read()
    const events: FeedEvent[] = []
    for (const visit of visits.toReversed())
      if (this.#isNew(visit.id))
        events.push({ name: 'visit', data: toWire(presentVisit(visit, this.#caller), spellingOf(liveEvents.visit)) })
    for (const lead of leads.toReversed()) {
      if (!this.#isAfterStart(lead) || !this.#isNew(lead.id)) continue
      this.#newest_ms = Math.max(this.#newest_ms, lead.createdAt.getTime())
      const position = `${lead.createdAt.getTime()}.${lead.id}`
      const data = toWire(presentLead(lead, this.#caller), spellingOf(liveEvents.lead))
      events.push({ name: 'lead', id: position, data })
    }
    return events
  }

  #isAfterStart({ createdAt, id: leadId }: Lead): boolean {
    const at_ms = createdAt.getTime()
    return at_ms > this.#start.at_ms || (at_ms === this.#start.at_ms && leadId > this.#start.id)
  }

  #isNew(rowId: string): boolean {
    if (this.#sent.has(rowId)) return false
    this.#sent.add(rowId)
    // The oldest are dropped first; no later read returns them.
    if (this.#sent.size > 20 * (maxLeads + maxVisits)) this.#sent.delete(this.#sent.values().next().value!)
    return true
  }
}

const lastEvent = /^(\d{13})\.(.{36})$/
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A feed resumes after the last seen event, within a time limit; otherwise it starts now. */
function placeOf(call: SignedInHttpCall): Position {
  const now_ms = call.platform.clock.now()
  const fresh = { at_ms: now_ms - overlap_ms, id: highestId, isResumed: false }
  const [, at, eventId] = lastEvent.exec(String(call.raw.request.headers['last-event-id'] ?? '')) ?? []
  if (at === undefined || !id.safeParse(eventId).success) return fresh
  const earliest_ms = now_ms - lookback_ms
  if (Number(at) < earliest_ms) return { at_ms: earliest_ms, id: highestId, isResumed: true }
  return { at_ms: Number(at), id: eventId!, isResumed: true }
}
