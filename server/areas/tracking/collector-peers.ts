import { machineTime } from '#server/platform/clock.ts'
import { hashToken, newId, uuidFrom } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { OtherCollectors } from './hit-limits.ts'

/** How often an active collector sends a heartbeat, and for how long the others count it. */
const heartbeat_ms = 2_000
const counted_ms = 10_000
/** Addresses queried at once: a flood of them must not turn into a flood of statements. */
const maxAsked = 1_000

interface Asked {
  key: Buffer
  start_ms: number
  count: number
  size: number
  resolve(granted: number): void
  reject(error: unknown): void
}

export interface CollectorPeers extends OtherCollectors {
  /** This collector has taken a hit. */
  touch(): void
  /** Sends a heartbeat and counts the other collectors. While the database is down, all keep their current share. */
  beat(): Promise<void>
  close(): Promise<void>
}

/**
 * Shares what collectors know of one another, through PostgreSQL: how many there are, from a heartbeat every two
 * seconds; and the shared half of each busy address's limit per minute, requested in batches: one statement at a time,
 * with all requests that arrived while the previous one ran. There is one collector per `place`: a new one there takes
 * over the share of one that was killed, instead of splitting the limit with it until it times out.
 */
export async function joinCollectors(platform: Platform, place?: string): Promise<CollectorPeers> {
  const collectors = new Collectors(platform, place)
  await collectors.beat()
  return collectors
}

class Collectors implements CollectorPeers {
  readonly #platform: Platform
  readonly #id: string
  readonly #timer
  #sharers = 1
  #isBusy = false
  #beating: Promise<void> = Promise.resolve()
  #asked: Asked[] = []
  #isAsking = false

  constructor(platform: Platform, place: string | undefined) {
    this.#platform = platform
    this.#id = place === undefined ? newId(platform.clock.now()) : uuidFrom(0, hashToken(place).subarray(0, 10))
    this.#timer = setInterval(() => {
      if (this.#isBusy) void this.beat()
    }, heartbeat_ms)
    this.#timer.unref()
  }

  sharers(): number {
    return this.#sharers
  }

  touch(): void {
    this.#isBusy = true
  }

  beat(): Promise<void> {
    this.#isBusy = false
    this.#beating = this.#beating.then(async () => {
      const now_ms = machineTime(this.#platform.clock)
      try {
        const { rows } = await this.#platform.appPool.query<{ others: number }>(heartbeatText, [
          this.#id,
          new Date(now_ms),
          new Date(now_ms - counted_ms),
        ])
        this.#sharers = rows[0]!.others + 1
      } catch (error) {
        this.#platform.log.warn({ err: error }, 'the other collectors could not be counted')
      }
    })
    return this.#beating
  }

  take(key: string, start_ms: number, count: number, size: number): Promise<number> {
    if (this.#asked.length >= maxAsked) return Promise.reject(new Error('too many addresses at once'))
    return new Promise((resolve, reject) => {
      const hash = this.#platform.secrets.keyedHash(`hits ${key}`)
      this.#asked.push({ key: hash, start_ms, count, size, resolve, reject })
      if (!this.#isAsking) void this.#askAll()
    })
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#asked.length > 0) {
      const requests = this.#asked
      this.#asked = []
      await this.#ask(requests).catch((error: unknown) => {
        for (const { reject } of requests) reject(error)
      })
    }
    this.#isAsking = false
  }

  async #ask(requests: readonly Asked[]): Promise<void> {
    const { rows } = await this.#platform.appPool.query<{ key: Buffer; start_ms: number; count: number }>(takeText, [
      requests.map(({ key }) => key),
      requests.map(({ start_ms }) => new Date(start_ms)),
      requests.map(({ count }) => count),
    ])
    const counts = new Map(rows.map((row) => [nameOf(row), row.count]))
    for (const each of requests) {
      const before = counts.get(nameOf(each))! - each.count
      each.resolve(Math.min(each.count, Math.max(0, each.size - before)))
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    await this.#platform.appPool.query('delete from collector_beat where id = $1', [this.#id]).catch(() => undefined)
  }
}

const nameOf = ({ key, start_ms }: { key: Buffer; start_ms: number }): string => `${key.toString('base64')} ${start_ms}`

const heartbeatText = `
  with mine as (insert into collector_beat (id, seen_at) values ($1, $2) on conflict (id) do update set seen_at = $2),
    gone as (delete from collector_beat where seen_at < $2::timestamptz - interval '1 day')
  select count(*)::int as others from collector_beat where seen_at > $3 and id <> $1`

/** The sum may exceed the limit: each grant is computed from the sum before it, so concurrent requests stay correct. */
const takeText = `
  insert into rate_window (key, window_start, count)
  select key, start, count from unnest($1::bytea[], $2::timestamptz[], $3::int[]) asked (key, start, count) order by key, start
  on conflict (key, window_start) do update set count = rate_window.count + excluded.count
  returning key, extract(epoch from window_start)::float8 * 1000 as start_ms, count`
