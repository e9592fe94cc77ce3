/** Below this the browser's clock is right enough: an answer takes its time, and its date counts whole seconds. */
const tolerance_ms = 30_000

let ahead_ms = 0
/** The same without the demo's own move. */
let machineAhead_ms = 0

/**
 * Derives from a response how far the server's clock is ahead of this browser's: from its date, plus the offset of the demo's
 * clock.
 */
export function noteServerTime(headers: Headers, now_ms: number = Date.now()): void {
  const date_ms = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date_ms)) return
  const moved_ms = Number(headers.get('x-clock-offset') ?? 0)
  const difference_ms = date_ms - now_ms
  machineAhead_ms = Math.abs(difference_ms) < tolerance_ms ? 0 : difference_ms
  ahead_ms = machineAhead_ms + moved_ms
}

/** The time by which the server's instants are "in two minutes" or "an hour ago". */
export const serverNow_ms = (): number => Date.now() + ahead_ms

/** What the server's machine has for now: sealed bodies are dated by it, which the demo's clock does not move. */
export const machineNow_ms = (): number => Date.now() + machineAhead_ms
