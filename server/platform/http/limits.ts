import type { Pool } from 'pg'
import type { Limit } from '#contract/core/operation.ts'
import { machineTime, type Clock } from '../clock.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { Failure } from '../failure.ts'

export type Rate = Pick<Limit, 'count' | 'perSeconds' | 'message'>

/**
 * Counts calls in fixed windows. The counts live in the database, so that they hold across processes and restarts; their
 * keys are keyed hashes, so that no address or account name is kept.
 */
export interface Limiter {
  /** Counts one call exactly, before it is let through. Throws `too_many` with the seconds until the window ends. */
  count(name: string, who: string, rate: Rate): Promise<void>
  /**
   * Counts one call in memory and settles with the other processes each second: for the general limits, which every call
   * passes. Between two settlements several processes may let through a little more than the limit.
   */
  countLoosely(name: string, who: string, rate: Rate): void
  close(): Promise<void>
}

interface Window {
  key: Buffer
  start_ms: number
  end_ms: number
  /** What all processes together had counted at the last settlement. */
  settled: number
  pending: number
}

const settleEvery_ms = 1_000
const mostWindows = 50_000

export function createLimiter(parts: {
  pool: Pool
  clock: Clock
  secrets: Pick<Secrets, 'keyedHash'>
  warn: (error: unknown) => void
}): Limiter {
  const now = (): number => machineTime(parts.clock)
  const keyOf = (name: string, who: string, rate: Rate): Buffer =>
    parts.secrets.keyedHash(`${name}\n${rate.perSeconds}\n${who}`)
  /** Windows that are full: refusing again costs no query. */
  const full = new Map<string, number>()
  const loose = new Map<string, Window>()

  const settle = async (): Promise<void> => {
    const due = forget(loose, now()).filter((window) => window.pending > 0)
    if (due.length === 0) return
    due.sort((a, b) => Buffer.compare(a.key, b.key))
    const taken = due.map((window) => window.pending)
    for (const [index, window] of due.entries()) window.pending -= taken[index]!
    const { rows } = await parts.pool.query<{ key: Buffer; count: number }>(settleText, [
      due.map((window) => window.key),
      due.map((window) => new Date(window.start_ms)),
      taken,
    ])
    const totals = new Map(rows.map((row) => [row.key.toString('latin1'), row.count]))
    for (const window of due) window.settled = totals.get(window.key.toString('latin1')) ?? window.settled
  }
  const timer = setInterval(() => void settle().catch(parts.warn), settleEvery_ms)
  timer.unref()

  return {
    async count(name, who, rate) {
      const { start_ms, end_ms } = windowAt(now(), rate)
      const key = keyOf(name, who, rate)
      const place = key.toString('latin1')
      if ((full.get(place) ?? 0) > now()) throw tooMany(rate, end_ms - now())
      const { rows } = await parts.pool.query<{ count: number }>({
        name: 'count-call',
        text: countText,
        values: [key, new Date(start_ms)],
      })
      if (rows[0]!.count <= rate.count) return
      if (full.size >= mostWindows) full.clear()
      full.set(place, end_ms)
      throw tooMany(rate, end_ms - now())
    },
    countLoosely(name, who, rate) {
      const place = `${name}\n${rate.perSeconds}\n${who}`
      let window = loose.get(place)
      if (!window || window.end_ms <= now()) {
        if (loose.size >= mostWindows) loose.clear()
        window = { key: keyOf(name, who, rate), ...windowAt(now(), rate), settled: 0, pending: 0 }
        loose.set(place, window)
      }
      if (window.settled + window.pending >= rate.count) throw tooMany(rate, window.end_ms - now())
      window.pending++
    },
    async close() {
      clearInterval(timer)
      await settle().catch(parts.warn)
    },
  }
}

const countText = `
  insert into rate_window (key, window_start, count) values ($1, $2, 1)
  on conflict (key, window_start) do update set count = rate_window.count + 1
  returning count`

const settleText = `
  insert into rate_window (key, window_start, count)
  select * from unnest($1::bytea[], $2::timestamptz[], $3::integer[])
  on conflict (key, window_start) do update set count = rate_window.count + excluded.count
  returning key, count`

function windowAt(now_ms: number, rate: Rate): { start_ms: number; end_ms: number } {
  const length_ms = rate.perSeconds * 1_000
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { start_ms, end_ms: start_ms + length_ms }
}

/** Drops windows that are over and answers the others. What was not settled of an ended window no longer matters. */
function forget(windows: Map<string, Window>, now_ms: number): Window[] {
  for (const [place, window] of windows) if (window.end_ms <= now_ms) windows.delete(place)
  return [...windows.values()]
}

const tooMany = (rate: Rate, left_ms: number): Failure =>
  new Failure('too_many', { message: rate.message, retryAfterSeconds: Math.max(1, Math.ceil(left_ms / 1_000)) })
