/** What people can ask for. */
const requestKinds = ['opt_out', 'see'] as const
export type RequestKind = (typeof requestKinds)[number]

/**
 * How long a request may take. An opt-out takes effect when it is received; its 15 business days (California, 11 CCR 7026(f)) are for the
 * destinations that must delete what they got. To see what is held, every state with a law gives 45 days or more (11 CCR 7021(b)): 45 is
 * safe in each, so nobody is asked where they live.
 */
const clocks: Readonly<Record<RequestKind, { days: number; areBusinessDays: boolean }>> = {
  opt_out: { days: 15, areBusinessDays: true },
  see: { days: 45, areBusinessDays: false },
}

const day_ms = 24 * 3_600_000

/** The end of that time, in milliseconds since 1970. Only weekends are skipped: a holiday would make it later than is safe. */
export function dueAt_ms(kind: RequestKind, receivedAt_ms: number): number {
  const { days, areBusinessDays } = clocks[kind]
  if (!areBusinessDays) return receivedAt_ms + days * day_ms
  let at_ms = receivedAt_ms
  for (let daysLeft = days; daysLeft > 0;) {
    at_ms += day_ms
    if (![0, 6].includes(new Date(at_ms).getUTCDay())) daysLeft--
  }
  return at_ms
}

/** How long the record of a request is kept (11 CCR 7101: at least 24 months). */
export const requestRetention_days = 731
