import { plainHeaders, takeEarly } from './early.ts'
import { asFailure, CallFailure, canceledFailure, failureOf, networkFailure } from './failure.ts'
import { requestReauthentication } from './reauthenticate.ts'
import { clearSealingKeys, seal, SealFailure } from './seal.ts'
import { noteServerTime } from './server-clock.ts'
import { leaveView, renewedAccess } from './session.ts'
import { accessToken, forgetSession, isSignedIn, isViewing, type Tokens } from './tokens.ts'

/** One HTTP request in wire format. Needs no schema, so the login page can use it without loading any. */
export type PlainRequest = {
  method: string
  /** Path below /api, with its parameters filled in. */
  path: string
  query?: Record<string, unknown>
  body?: unknown
  sealed: boolean
  signal?: AbortSignal
  accept?: string
  headers?: Record<string, string>
}

/** Drops empty values: an empty filter means the same as an absent one. */
export function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

async function bodyOf(request: PlainRequest): Promise<{ body?: BodyInit; type?: string }> {
  if (request.body === undefined) return {}
  if (request.body instanceof FormData) return { body: request.body }
  const content = request.sealed ? await seal(request.method, `/api${request.path}`, request.body) : request.body
  return { body: JSON.stringify(content), type: 'application/json' }
}

async function attempt(request: PlainRequest, token: string | null): Promise<Response> {
  const { body, type } = await bodyOf(request)
  const address = `/api${request.path}${queryText(request.query)}`
  const earlyResponse = request.method === 'GET' ? takeEarly(address, token) : undefined
  const response = await (earlyResponse ??
    fetch(address, {
      method: request.method,
      body,
      signal: request.signal,
      credentials: 'same-origin',
      headers: {
        ...plainHeaders(token),
        accept: request.accept ?? 'application/json',
        ...(type ? { 'content-type': type } : {}),
        ...request.headers,
      },
    }))
  noteServerTime(response.headers)
  return response
}

/** Retries once with fresh server keys when the server could not open a sealed body, because the keys rotate daily. */
async function attemptSealed(request: PlainRequest, token: string | null): Promise<Response> {
  const response = await attempt(request, token)
  if (response.status !== 400 || !request.sealed) return response
  const failure = await failureOf(response.clone())
  if (failure.code !== 'sealed_body') return response
  clearSealingKeys()
  return attempt(request, token)
}

const refresh = async (refresh_token: string): Promise<Tokens> => {
  const response = await attemptSealed(
    { method: 'POST', path: '/auth/refresh-token', body: { refresh_token }, sealed: true },
    null,
  )
  if (!response.ok) throw await failureOf(response)
  return (await response.json()) as Tokens
}

const switchBack = async (viewToken: string): Promise<Tokens> => {
  const response = await attempt({ method: 'POST', path: '/user/switch-back', sealed: false }, viewToken)
  if (!response.ok) throw await failureOf(response)
  return (await response.json()) as Tokens
}

/** Leaves view mode; the page reloads. */
export const goBackFromView = (): Promise<never> => leaveView(switchBack)

/** If the browser cannot seal, end the session too (R086). Forms shown before sign-in report the error themselves. */
function failWithoutSealing(): void {
  clearSealingKeys()
  if (!isSignedIn()) return
  forgetSession()
  location.assign('/login')
}

/** Renews the session once if its token was refused. */
async function attemptRenewed(request: PlainRequest): Promise<Response> {
  const token = accessToken()
  const response = await attemptSealed(request, token)
  if (response.status !== 401 || !token) return response
  const failure = await failureOf(response)
  if (failure.code !== 'unauthenticated') throw failure
  if (isViewing()) return goBackFromView()
  return attemptSealed(request, await renewedAccess(token, refresh))
}

/**
 * Sends the request and returns the response, or throws a `CallFailure`. If the server requires reauthentication, the
 * dialog asks for it and the same request is repeated, with its operation id.
 */
export async function send(request: PlainRequest): Promise<Response> {
  try {
    const response = await attemptRenewed(request)
    if (response.ok) return response
    const failure = await failureOf(response)
    const proof = failure.code === 'reauthenticate' ? requestReauthentication() : null
    if (!proof) throw failure
    if (!(await proof)) throw canceledFailure()
    const retry = await attemptRenewed(request)
    if (!retry.ok) throw await failureOf(retry)
    return retry
  } catch (error) {
    if (error instanceof CallFailure || (error instanceof DOMException && error.name === 'AbortError')) throw error
    if (error instanceof SealFailure) {
      failWithoutSealing()
      throw asFailure(error)
    }
    // `fetch` reports a lost connection only as a TypeError.
    if (error instanceof TypeError) throw networkFailure()
    throw error
  }
}

/** Sends the request and parses the JSON response, which the server has validated against the contract's schema. */
export async function sendJson<Answer>(request: PlainRequest): Promise<Answer> {
  const response = await send(request)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
