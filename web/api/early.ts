/** Responses requested by the page's head before any script file has loaded (`start/early-reads.ts`), keyed by URL. */
type EarlyAnswers = { token: string; answers: Map<string, { asked_ms: number; answer: Promise<Response> }> }
type EarlyWindow = { earlyAnswers?: EarlyAnswers }

/** Limits the age of early responses, so a page that redirects and never uses them cannot serve stale data later. */
const goodFor_ms = 10_000

/** Headers that every request sends: the browser's time zone and the access token. */
export const plainHeaders = (token: string | null): Record<string, string> => ({
  accept: 'application/json',
  'x-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

/** Sends a request before the code that needs it has loaded; `takeEarly` picks up the response. */
export function requestEarly(address: string, token: string): Promise<Response> {
  const page = globalThis as EarlyWindow
  page.earlyAnswers ??= { token, answers: new Map() }
  const answer = fetch(address, { credentials: 'same-origin', headers: plainHeaders(token) })
  // Whoever picks up the response handles its failure.
  answer.catch(() => undefined)
  page.earlyAnswers.answers.set(address, { asked_ms: performance.now(), answer })
  return answer
}

/** Returns the early response for this URL and token, only once: a second read wants fresh data. */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const early = (globalThis as EarlyWindow).earlyAnswers
  const entry = early?.token === token ? early.answers.get(address) : undefined
  early?.answers.delete(address)
  return entry && performance.now() - entry.asked_ms < goodFor_ms ? entry.answer : undefined
}
