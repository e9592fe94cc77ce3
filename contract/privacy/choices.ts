import { lawOf } from './state-laws.ts'

/** What people can ask for. */
export const requestKinds = ['opt_out', 'see', 'delete', 'correct'] as const
export type RequestKind = (typeof requestKinds)[number]
/** What takes a proof of the address. */
export type AskedKind = Exclude<RequestKind, 'opt_out'>

const day_ms = 24 * 3_600_000
/** California's, 11 CCR 7026(f), for destinations that must delete what they got: the opt-out itself takes effect when it is received. */
const optOut_businessDays = 15

/**
 * The end of the time that a request may take, in milliseconds since 1970: of receipt, however long the proof takes. Of business days only
 * weekends are skipped: a holiday would make it later than is safe.
 */
export function dueAt_ms(kind: RequestKind, receivedAt_ms: number, stateCode: string | null = null): number {
  if (kind !== 'opt_out') return receivedAt_ms + lawOf(stateCode).days * day_ms
  let at_ms = receivedAt_ms
  for (let daysLeft = optOut_businessDays; daysLeft > 0;) {
    at_ms += day_ms
    if (![0, 6].includes(new Date(at_ms).getUTCDay())) daysLeft--
  }
  return at_ms
}

/** How long the record of a request is kept (11 CCR 7101: at least 24 months). */
export const requestRetention_days = 731
