import { machineTime, type Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { hashToken } from '../ids.ts'
import type { Limiter, Rate } from './limits.ts'

/**
 * Calls of one network that get 401. An office of several hundred people whose access tokens expire while they are at lunch
 * gets a few hundred of them within a minute, since each page makes several calls before it renews its token.
 */
const refusedOfNetwork = 600
export const refusedByNetwork: Rate = { count: refusedOfNetwork, perSeconds: 60 }
/** Calls of one token that get 401 after it was valid: those of one page at a time, then it is renewed. */
export const refusedByToken = 60
const maxTokens = 50_000
const minute_ms = 60_000

/**
 * Limits calls that are refused for who makes them, before anything is looked up: without this, a stranger's made-up
 * tokens cost several queries each. A network that has used its limit up can go on with tokens that were valid here
 * before, so that one machine locks nobody out who works behind the same address; and signing in has limits of its own.
 */
export interface Refusals {
  /** Throws `too_many` if a call of this network need not be looked up. */
  assertAdmitted(network: string, token: string | null): void
  /** Counts a refused call. Throws `too_many` instead of the refusal if it was one too many. */
  count(network: string, token: string | null): Promise<void>
  /** A caller of this token was found. */
  recognize(token: string): void
}

/** How often a token that was valid has been refused in a minute. */
interface Recognized {
  minute: number
  refusals: number
}

export function createRefusals(limiter: Limiter, clock: Clock, rate: Rate): Refusals {
  const networks = new Map<string, number>()
  const tokens = new Map<string, Recognized>()
  const now = (): number => machineTime(clock)
  const keyOf = (token: string): string => hashToken(token).toString('latin1')

  const isRecognized = (token: string): boolean => {
    const entry = tokens.get(keyOf(token))
    if (!entry) return false
    const minute = Math.floor(now() / minute_ms)
    if (entry.minute !== minute) Object.assign(entry, { minute, refusals: 0 })
    return entry.refusals < refusedByToken
  }
  return {
    assertAdmitted(network, token) {
      const until_ms = networks.get(network)
      if (until_ms === undefined) return
      const left_ms = until_ms - now()
      // After the clock was set back, an entry would hold for as long as that.
      if (left_ms <= 0 || left_ms > rate.perSeconds * 1_000) networks.delete(network)
      else if (token === null || !isRecognized(token)) throw tooMany(left_ms)
    },
    async count(network, token) {
      const entry = token === null ? undefined : tokens.get(keyOf(token))
      if (entry) entry.refusals++
      try {
        await limiter.countInShares('refused', network, rate)
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.code !== 'too_many') throw thrown
        if (networks.size >= maxTokens) networks.clear()
        networks.set(network, now() + (thrown.retryAfterSeconds ?? rate.perSeconds) * 1_000)
        if (token === null || !isRecognized(token)) throw thrown
      }
    },
    recognize(token) {
      const key = keyOf(token)
      if (tokens.has(key)) return
      // The oldest first: its token has expired by then.
      if (tokens.size >= maxTokens) tokens.delete(tokens.keys().next().value!)
      tokens.set(key, { minute: Math.floor(now() / minute_ms), refusals: 0 })
    },
  }
}

const tooMany = (left_ms: number): Failure =>
  new Failure('too_many', { retryAfterSeconds: Math.max(1, Math.ceil(left_ms / 1_000)) })
