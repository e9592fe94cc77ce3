import { CallFailure } from './failure.ts'
import { accessToken, forgetSession, isViewing, storeTokens, refreshToken, type Tokens } from './tokens.ts'

type Refresh = (refresh_token: string) => Promise<Tokens>

const listeners = new Set<() => void>()
let hasEnded = false

/** Calls the listener once when the session can't be renewed; the app then shows the Session Ended dialog (OQ-10). */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  if (hasEnded) listener()
  return () => listeners.delete(listener)
}

function endSession(): void {
  if (hasEnded) return
  hasEnded = true
  forgetSession()
  for (const listener of listeners) listener()
}

/** Serializes work across all tabs, or only within this tab if the browser has no Web Locks. */
let lastInThisTab: Promise<unknown> = Promise.resolve()
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('token-refresh', work) as Promise<T>
  const turn = lastInThisTab.then(work, work)
  lastInThisTab = turn.catch(() => undefined)
  return turn
}

/**
 * Returns an access token newer than the rejected one. All rejected requests, in every tab, wait for a single refresh.
 * Throws when the session has ended; a lost connection is rethrown and does not end the session.
 */
export function renewedAccess(oldToken: string, refresh: Refresh): Promise<string> {
  return exclusively(async () => {
    const current = accessToken()
    if (current && current !== oldToken) return current
    // The user has signed out here or in another tab, which already showed it: don't report it twice (OQ-10).
    if (!current) throw sessionOver()
    const token = refreshToken()
    if (!token) {
      endSession()
      throw sessionOver()
    }
    try {
      const tokens = await refresh(token)
      storeTokens(tokens)
      return tokens.access_token
    } catch (error) {
      if (error instanceof CallFailure && error.status >= 400 && error.status < 500 && error.status !== 429)
        endSession()
      throw error
    }
  })
}

/**
 * Leaves view mode, on purpose or because it expired, and reloads the page as the root user (R098). Never settles when
 * that succeeds. Another tab may have left already.
 */
export function leaveView(back: (viewToken: string) => Promise<Tokens>): Promise<never> {
  return exclusively(async () => {
    const token = accessToken()
    if (token && isViewing()) {
      try {
        storeTokens(await back(token))
      } catch (error) {
        if (error instanceof CallFailure && error.status === 401) endSession()
        throw error
      }
    }
    location.assign('/configuration/agency-list')
  }).then(() => new Promise<never>(() => {}))
}

const sessionOver = (): CallFailure =>
  new CallFailure({ status: 401, code: 'unauthenticated', message: 'Unauthenticated.' })
