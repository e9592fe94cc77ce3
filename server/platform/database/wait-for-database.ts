import { setTimeout as sleep } from 'node:timers/promises'
import { isWithoutConnection } from './pool.ts'

/** A server that is down, starting, stopping, or out of connections. */
const notThere = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08001',
  '08004',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

const isNotThere = (error: unknown): boolean =>
  notThere.has((error as { code?: string }).code ?? '') || isWithoutConnection(error)

/**
 * Queries a database that may still be starting, for up to a minute by default: a program that starts together with its
 * database starts a little later instead of failing. Any response of the database, even an error, counts.
 */
export async function waitForDatabase<T>(
  ask: () => Promise<T>,
  say: (error: unknown) => void,
  { tries = 60, pause_ms = 1_000 } = {},
): Promise<T> {
  for (let triesLeft = tries - 1; ; triesLeft--) {
    try {
      return await ask()
    } catch (error) {
      if (triesLeft <= 0 || !isNotThere(error)) throw error
      say(error)
      await sleep(pause_ms)
    }
  }
}
