/** Smaller differences are ignored: a response takes time to arrive, and its date has a resolution of one second. */
const tolerance_ms = 30_000

let ahead_ms = 0
/** The same difference without the offset of the demo's clock. */
let machineAhead_ms = 0

/**
 * Derives from a response how far the server's clock is ahead of the browser's: its date plus the demo clock's offset.
 */
export function noteServerTime(headers: Headers, now_ms: number = Date.now()): void {
  const date_ms = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date_ms)) return
  const moved_ms = Number(headers.get('x-clock-offset') ?? 0)
  const difference_ms = date_ms - now_ms
  machineAhead_ms = Math.abs(difference_ms) < tolerance_ms ? 0 : difference_ms
  ahead_ms = machineAhead_ms + moved_ms
}

/** The server's current time; use it for relative times such as "in two minutes" or "an hour ago". */
export const serverNow_ms = (): number => Date.now() + ahead_ms

/** The real time on the server's machine, without the demo clock's offset. Sealed bodies carry this timestamp. */
export const machineNow_ms = (): number => Date.now() + machineAhead_ms
