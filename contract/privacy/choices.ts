/** What people can ask for. */
const requestKinds = ['opt_out'] as const
export type RequestKind = (typeof requestKinds)[number]

/**
 * How long a request may take, in business days (California, 11 CCR 7026(f): 15). An opt-out takes effect when it is
 * received; the days are for the destinations that must delete what they got.
 */
const businessDays: Readonly<Record<RequestKind, number>> = { opt_out: 15 }

const day_ms = 24 * 3_600_000

/** The end of that time, in milliseconds since 1970. Only weekends are skipped: a holiday would make it later than is safe. */
export function dueAt_ms(kind: RequestKind, receivedAt_ms: number): number {
  let at_ms = receivedAt_ms
  for (let days = businessDays[kind]; days > 0;) {
    at_ms += day_ms
    if (![0, 6].includes(new Date(at_ms).getUTCDay())) days--
  }
  return at_ms
}

/** How long the record of a request is kept (11 CCR 7101: at least 24 months). */
export const requestRetention_days = 731
