/** Parses a Retry-After header (seconds or a date) into milliseconds; 0 if it is neither. */
export function retryAfterOf(header: string | undefined, now_ms: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at_ms = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at_ms) ? 0 : Math.max(0, at_ms - now_ms)
}
