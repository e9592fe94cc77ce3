import type { DeveloperUsage } from '#contract/developers/requests.ts'

export type Counts = { calls: number; failed: number }

const day_ms = 86_400_000
const dayOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** The first of the last `days` days, today included, in UTC. */
export const firstDayOf = (now_ms: number, days: number): string => dayOf(now_ms - (days - 1) * day_ms)

const isFailed = (status: number): boolean => status >= 400

/** Each of the last days, including those without calls, paired with the same day of the previous period. */
export function countDays(
  { to, data }: Pick<DeveloperUsage, 'to' | 'data'>,
  days: number,
): (Counts & { date: string; previous: Counts })[] {
  const sums = new Map<string, Counts>()
  for (const { date, status, calls } of data) {
    const sum = sums.get(date) ?? { calls: 0, failed: 0 }
    sums.set(date, { calls: sum.calls + calls, failed: sum.failed + (isFailed(status) ? calls : 0) })
  }
  const sumOf = (at_ms: number): Counts => sums.get(dayOf(at_ms)) ?? { calls: 0, failed: 0 }
  return Array.from({ length: days }, (_, n) => {
    const at_ms = Date.parse(to) - (days - 1 - n) * day_ms
    return { ...sumOf(at_ms), date: dayOf(at_ms), previous: sumOf(at_ms - days * day_ms) }
  })
}

/** Calls by operation since a day, busiest first, with the statuses of failed calls. */
export function countOperations(
  { data }: Pick<DeveloperUsage, 'data'>,
  from: string,
): (Counts & { operation: string; statuses: string })[] {
  const sums = new Map<string, { calls: number; failed: Map<number, number> }>()
  for (const { date, operation, status, calls } of data) {
    if (date < from) continue
    const sum = sums.get(operation) ?? { calls: 0, failed: new Map<number, number>() }
    sum.calls += calls
    if (isFailed(status)) sum.failed.set(status, (sum.failed.get(status) ?? 0) + calls)
    sums.set(operation, sum)
  }
  return [...sums]
    .map(([operation, { calls, failed }]) => ({
      operation,
      calls,
      failed: [...failed.values()].reduce((sum, count) => sum + count, 0),
      statuses: [...failed].map(([status, count]) => `${status}: ${count}`).join(', '),
    }))
    .toSorted((a, b) => b.calls - a.calls || (a.operation < b.operation ? -1 : 1))
}
