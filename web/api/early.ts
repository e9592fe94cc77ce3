/** Answers asked for by the page's head, before any file of code was there (`app/early-reads.ts`), by their address. */
type EarlyAnswers = { token: string; answers: Map<string, { asked_ms: number; answer: Promise<Response> }> }
type EarlyWindow = { earlyAnswers?: EarlyAnswers }

/** A page that redirects elsewhere uses none of its answers, so that later visitors of that page do not see stale data. */
const goodFor_ms = 10_000

/** What every call says of this browser and of who calls. */
export const plainHeaders = (token: string | null): Record<string, string> => ({
  accept: 'application/json',
  'x-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

/** Asks for something before the code that needs it is there; `takeEarly` finds the answer. */
export function askEarly(address: string, token: string): Promise<Response> {
  const page = globalThis as EarlyWindow
  page.earlyAnswers ??= { token, answers: new Map() }
  const answer = fetch(address, { credentials: 'same-origin', headers: plainHeaders(token) })
  // Whoever takes the answer handles its failure.
  answer.catch(() => undefined)
  page.earlyAnswers.answers.set(address, { asked_ms: performance.now(), answer })
  return answer
}

/** The answer to the same question by the same person, once: asking again means wanting a fresh answer. */
export function takeEarly(address: string, token: string | null): Promise<Response> | undefined {
  const early = (globalThis as EarlyWindow).earlyAnswers
  const found = early?.token === token ? early.answers.get(address) : undefined
  early?.answers.delete(address)
  return found && performance.now() - found.asked_ms < goodFor_ms ? found.answer : undefined
}
