import type { Platform } from './platform.ts'

/**
 * Processes items one after the other. If one throws, that is logged with its ids and the others still run: a recurring
 * job retries it. Returns how many failed.
 */
export async function settleEach<One extends object>(
  { log }: Pick<Platform, 'log'>,
  what: string,
  ones: Iterable<One>,
  work: (one: One) => Promise<unknown>,
): Promise<number> {
  let failures = 0
  for (const one of ones) {
    try {
      await work(one)
    } catch (error) {
      failures += 1
      log.error({ err: error, ...idsOf(one) }, what)
    }
  }
  return failures
}

/** Only ids: other data of an item must not be logged. */
const idsOf = (one: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name === 'id' || name.endsWith('Id')))
