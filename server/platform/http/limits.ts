import type { Pool } from 'pg'
import type { Limit } from '#contract/core/operation.ts'
import { machineTime, type Clock } from '../clock.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { Failure } from '../failure.ts'
import { newToken } from '../ids.ts'

export type Rate = Pick<Limit, 'count' | 'perSeconds' | 'message'>

/**
 * Counts calls in fixed windows. The counts are in the database, so that they hold across processes and restarts; their
 * keys are keyed hashes, so that no address or account name is stored.
 */
export interface Limiter {
  /**
   * Counts one call exactly, before it is admitted, and returns what is left of the window. Throws `too_many` with the
   * seconds until the window ends.
   */
  count(name: string, who: string, rate: Rate): Promise<WindowLeft>
  /**
   * Counts one call against a share of the window that this process has reserved: for limits that apply to every call.
   * However many processes there are, no more calls pass than the limit allows; an unused share is lost when the window
   * ends. Returns immediately while the share lasts, with what is left as far as this process knows.
   */
  countInShares(name: string, who: string, rate: Rate): Promise<WindowLeft> | WindowLeft
  /** Takes an exclusive lock. Throws `too_many` while it is taken; returns the function that releases it. */
  occupy(name: string, who: string): Promise<() => Promise<void>>
}

/** How many more calls a window admits, and when the next one begins. */
export interface WindowLeft {
  count: number
  ends_ms: number
}

/** How many more calls of a window this process can admit. */
interface Share {
  key: Buffer
  start_ms: number
  end_ms: number
  left: number
  /** What no process had reserved yet at this process's last request. */
  untaken: number
  /** Nothing is left for any process. */
  isSpent: boolean
  asking: Promise<void> | null
}

/** Small enough that a few processes share a window fairly, large enough that few calls need a query. */
export const shareOf = (rate: Pick<Rate, 'count'>): number => Math.max(1, Math.floor(rate.count / 20))
const maxWindows = 50_000
/** The lock of a dead process expires after this; a living process keeps extending it. */
const placeLife_ms = 30_000
const holdEvery_ms = 10_000

interface LimiterParts {
  pool: Pool
  clock: Clock
  secrets: Pick<Secrets, 'keyedHash'>
}

export const createLimiter = (parts: LimiterParts): Limiter => ({
  count: createCount(parts),
  countInShares: createCountInShares(parts),
  occupy: createOccupy(parts),
})

const keyOf = ({ secrets }: LimiterParts, name: string, who: string, rate: Rate): Buffer =>
  secrets.keyedHash(`${name}\n${rate.perSeconds}\n${who}`)

function createCount(parts: LimiterParts): Limiter['count'] {
  const now = (): number => machineTime(parts.clock)
  /** The full windows, by start: refusing again costs no query. */
  const full = new Map<string, number>()
  return async (name, who, rate) => {
    const { start_ms, end_ms } = windowAt(now(), rate)
    const key = keyOf(parts, name, who, rate)
    const windowKey = key.toString('latin1')
    if (full.get(windowKey) === start_ms) throw tooMany(rate, end_ms - now())
    const { rows } = await parts.pool.query<{ count: number }>({
      name: 'count-call',
      text: countText,
      values: [key, new Date(start_ms)],
    })
    if (rows[0]!.count <= rate.count) return { count: rate.count - rows[0]!.count, ends_ms: end_ms - now() }
    if (full.size >= maxWindows) full.clear()
    full.set(windowKey, start_ms)
    throw tooMany(rate, end_ms - now())
  }
}

function createCountInShares(parts: LimiterParts): Limiter['countInShares'] {
  const now = (): number => machineTime(parts.clock)
  const shares = new Map<string, Share>()

  const ask = async (share: Share, rate: Rate): Promise<void> => {
    const size = shareOf(rate)
    const { rows } = await parts.pool.query<{ count: number }>({
      name: 'take-share',
      text: takeText,
      values: [share.key, new Date(share.start_ms), size],
    })
    const over = Math.max(0, rows[0]!.count - rate.count)
    share.left += Math.max(0, size - over)
    share.untaken = Math.max(0, rate.count - rows[0]!.count)
    share.isSpent = over > 0
  }
  const take = (share: Share): WindowLeft => {
    share.left--
    return { count: share.left + share.untaken, ends_ms: share.end_ms - now() }
  }
  const takeAfterAsking = async (share: Share, rate: Rate): Promise<WindowLeft> => {
    while (share.left === 0) {
      if (share.isSpent) throw tooMany(rate, share.end_ms - now())
      share.asking ??= ask(share, rate).finally(() => (share.asking = null))
      await share.asking
    }
    return take(share)
  }

  return (name, who, rate) => {
    const windowKey = `${name}\n${rate.perSeconds}\n${who}`
    let share = shares.get(windowKey)
    // After the clock was set back, the current window is an earlier one, whose calls this share does not count.
    if (!share || share.end_ms <= now() || share.start_ms > now()) {
      if (shares.size >= maxWindows) forget(shares, now())
      const window = windowAt(now(), rate)
      share = { key: keyOf(parts, name, who, rate), ...window, left: 0, untaken: 0, isSpent: false, asking: null }
      shares.set(windowKey, share)
    }
    return share.left === 0 ? takeAfterAsking(share, rate) : take(share)
  }
}

function createOccupy({ pool, clock, secrets }: LimiterParts): Limiter['occupy'] {
  const now = (): number => machineTime(clock)
  return async (name, who) => {
    const key = secrets.keyedHash(`occupy ${name}\n${who}`)
    const holder = newToken()
    const until = (): Date => new Date(now() + placeLife_ms)
    const occupation = await pool.query(occupyText, [key, holder, new Date(now()), until()])
    if (occupation.rowCount === 0) throw new Failure('too_many', { message: oneRuns, retryAfterSeconds: 10 })
    const hold = setInterval(() => {
      // If one attempt fails, the next one extends the lock; it outlives two of them.
      pool.query(holdText, [key, holder, until()]).catch(() => null)
    }, holdEvery_ms)
    hold.unref()
    return async () => {
      clearInterval(hold)
      // If this fails, the lock expires by itself.
      await pool.query('delete from running_call where key = $1 and holder = $2', [key, holder]).catch(() => null)
    }
  }
}

const countText = `
  insert into rate_window (key, window_start, count) values ($1, $2, 1)
  on conflict (key, window_start) do update set count = rate_window.count + 1
  returning count`

/** Does not wait for the disk, which can take longer than the call: a crash loses shares of the last second. */
const takeText = `
  insert into rate_window (key, window_start, count)
  select $1, $2, $3 from (select set_config('synchronous_commit', 'off', true) as commits) soon where commits = 'off'
  on conflict (key, window_start) do update set count = rate_window.count + excluded.count
  returning count`

const oneRuns = 'Another one is running. Please wait until it has ended.'

const occupyText = `
  insert into running_call (key, holder, held_until) values ($1, $2, $4)
  on conflict (key) do update set holder = $2, held_until = $4 where running_call.held_until <= $3`

const holdText = 'update running_call set held_until = $3 where key = $1 and holder = $2'

function windowAt(now_ms: number, rate: Rate): { start_ms: number; end_ms: number } {
  const length_ms = rate.perSeconds * 1_000
  const start_ms = Math.floor(now_ms / length_ms) * length_ms
  return { start_ms, end_ms: start_ms + length_ms }
}

/** Drops windows that have ended; all of them if that is not enough. */
function forget(windows: Map<string, Share>, now_ms: number): void {
  for (const [windowKey, window] of windows) if (window.end_ms <= now_ms) windows.delete(windowKey)
  if (windows.size >= maxWindows) windows.clear()
}

const tooMany = (rate: Rate, left_ms: number): Failure =>
  new Failure('too_many', { message: rate.message, retryAfterSeconds: Math.max(1, Math.ceil(left_ms / 1_000)) })
