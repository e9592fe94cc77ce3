import { setTimeout as sleep } from 'node:timers/promises'
import type { ListScope } from '#server/areas/tenants/list-scope.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Lead } from './lead-fields.ts'
import { selectLeads } from './lead-query.ts'
import type { FeedPace } from './live-feed.ts'
import type { Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'

/** Of a burst only the newest are sent; lists show the rest. */
export const maxLeads = 100
export const maxVisits = 50
/** How far a feed goes back after a reconnect, and how old a newly arrived visit may be. */
export const lookback_ms = 10 * 60_000

/** The latest leads and visits of an audience, newest first. */
export interface Latest {
  leads: readonly Lead[]
  visits: readonly Visit[]
}

export interface Follower {
  /** Leads created before this are no longer relevant. */
  leadsFrom_ms(): number
  /** There may be something new to read. */
  wake(): void
}

/**
 * Reads what is new for an audience once for all its streams, so that a change costs one transaction however many streams
 * show it. Reads exactly what the audience may see, regardless of who follows.
 */
export class AudienceReader {
  readonly #platform: Platform
  readonly #audience: ListScope
  readonly #pace: FeedPace
  readonly #followers = new Set<Follower>()
  readonly #stops: (() => void)[] = []
  /** A read that hasn't started yet, shared by all who ask before it does. */
  #next: Promise<Latest> | null = null
  /** Resolves when the next read may start. */
  #rest: Promise<unknown> = Promise.resolve()

  constructor(platform: Platform, audience: ListScope, pace: FeedPace) {
    this.#platform = platform
    this.#audience = audience
    this.#pace = pace
  }

  /** Returns a function that stops following. */
  follow(follower: Follower): () => void {
    if (this.#followers.size === 0) this.#listen()
    this.#followers.add(follower)
    return () => {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) for (const stop of this.#stops.splice(0)) stop()
    }
  }

  isIdle(): boolean {
    return this.#followers.size === 0
  }

  /** Resolves with what exists at some instant after the call. */
  read(): Promise<Latest> {
    return (this.#next ??= this.#begin())
  }

  async #begin(): Promise<Latest> {
    await this.#rest
    this.#next = null
    const reading = this.#readLatest()
    this.#rest = Promise.allSettled([reading, sleep(this.#pace.pause_ms, null, { ref: false })])
    return reading
  }

  /** A signal triggers a read; each heartbeat does too, since signals can be lost. */
  #listen(): void {
    const { agencyId, clientId } = this.#audience
    const wake = (): void => this.#followers.forEach((follower) => follower.wake())
    for (const kind of ['leads', 'visits'] as const)
      this.#stops.push(
        this.#platform.signals.on(kind, (news) => {
          if (news.agencyId === agencyId && (clientId === null || news.clientIds.includes(clientId))) wake()
        }),
      )
    const heartbeat = setInterval(wake, this.#pace.heartbeat_ms)
    this.#stops.push(() => clearInterval(heartbeat))
  }

  #readLatest(): Promise<Latest> {
    const { rootId, agencyId, clientId } = this.#audience
    const scope: Scope =
      clientId === null ? { kind: 'agency', rootId, agencyId } : { kind: 'client', rootId, agencyId, clientId }
    return inScope(
      this.#platform.appPool,
      scope,
      async (tx) => ({ leads: await this.#readLeads(tx), visits: await this.#readVisits(tx) }),
      { readOnly: true },
    )
  }

  async #readLeads(tx: Tx): Promise<Lead[]> {
    const { agencyId, clientId } = this.#audience
    const from_ms = Math.min(...[...this.#followers].map((follower) => follower.leadsFrom_ms()))
    const { rows } = await tx.prepared<Lead>(
      `live-leads-${clientId === null ? 'agency' : 'client'}`,
      selectLeads({
        conditions: [
          'lead.agency_id = $1',
          'lead.created_at >= $2',
          ...(clientId === null ? [] : ['lead.client_id = $3']),
        ],
        order: 'lead.created_at desc, lead.id desc',
        limit: String(maxLeads),
      }),
      [
        agencyId,
        dateOf(Number.isFinite(from_ms) ? from_ms : this.#platform.clock.now()),
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
        maxVisits,
      ),
      [agencyId, lowestUuidAt(this.#platform.clock.now() - lookback_ms), ...(clientId === null ? [] : [clientId])],
    )
    return rows
  }
}

/** The active readers, one for each audience of a platform. */
export function createAudienceReaders(pace: FeedPace) {
  const byPlatform = new WeakMap<Platform, Map<string, AudienceReader>>()
  return {
    of(platform: Platform, audience: ListScope): AudienceReader {
      const readers = byPlatform.get(platform) ?? new Map<string, AudienceReader>()
      byPlatform.set(platform, readers)
      for (const [key, reader] of readers) if (reader.isIdle()) readers.delete(key)
      const key = `${audience.agencyId} ${audience.clientId ?? 'all'}`
      const reader = readers.get(key) ?? new AudienceReader(platform, audience, pace)
      readers.set(key, reader)
      return reader
    },
  }
}
