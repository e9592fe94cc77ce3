import type { ErrorCode } from '#contract/core/errors.ts'
import { hitCounter } from '#server/platform/counters.ts'
import { countedReasons, type Entry } from './hit.ts'

/** Found once, because a hit is counted for every page view of every site. */
const storedHits = hitCounter.labels('stored', '')
const countedHits = Object.fromEntries(countedReasons.map((reason) => [reason, hitCounter.labels('counted', reason)]))

/** The causes for which a collector refuses. */
const refusals: readonly ErrorCode[] = ['malformed', 'not_found', 'too_many', 'too_large', 'clock_off', 'overloaded']

// Every series begins at zero, or the first of its kind would not show as an increase.
for (const child of [storedHits, ...Object.values(countedHits)]) child.inc(0)
for (const code of refusals) hitCounter.inc({ outcome: 'refused', cause: code }, 0)

export const countKept = (entry: Entry): void => ('hit' in entry ? storedHits : countedHits[entry.countAs]!).inc()

export const countRefused = (code: ErrorCode): void => hitCounter.inc({ outcome: 'refused', cause: code })
