/** The three token fields, stored locally under the names from the specification (R007, session). */
export type Tokens = { access_token: string; refresh_token: string; expires_in: number }

const ACCESS = 'access_token'
const REFRESH = 'refresh_token'
const EXPIRES = 'expires_in'
/** Set during view mode, which has only one token. */
const VIEW = 'view_mode'

export const accessToken = (): string | null => localStorage.getItem(ACCESS)
export const refreshToken = (): string | null => localStorage.getItem(REFRESH)
export const isSignedIn = (): boolean => accessToken() !== null

export const isViewing = (): boolean => localStorage.getItem(VIEW) !== null

/** Begins view mode in this browser. Removes the root user's tokens, so that the viewed screens cannot read them. */
export function storeViewToken(token: string): void {
  localStorage.removeItem(REFRESH)
  localStorage.removeItem(EXPIRES)
  localStorage.setItem(ACCESS, token)
  localStorage.setItem(VIEW, 'on')
}

export function storeTokens(tokens: Tokens): void {
  localStorage.removeItem(VIEW)
  localStorage.setItem(REFRESH, tokens.refresh_token)
  localStorage.setItem(EXPIRES, String(tokens.expires_in))
  // Set this last: other tabs take a changed access token as the sign that the refresh is complete.
  localStorage.setItem(ACCESS, tokens.access_token)
}

/** Theme and language belong to the device, not to the signed-in user. */
const ofDevice: readonly string[] = ['user-theme', 'user-locale']

/** True while this tab waits for the response to its own sign-out. */
let isSigningOut = false

/** Deletes everything stored for the session, whichever code stored it (R080). */
export function forgetSession(): void {
  for (const key of Object.keys(localStorage)) if (!ofDevice.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

/**
 * Signs out: the server tells the browser to clear all storage, then the device settings are restored. This also works
 * offline: the device forgets the session whatever the server responds.
 */
export async function forgetWith(signOut: () => Promise<unknown>): Promise<void> {
  const choices = ofDevice.map((key) => [key, localStorage.getItem(key)] as const)
  isSigningOut = true
  await signOut().catch(() => undefined)
  isSigningOut = false
  forgetSession()
  for (const [key, choice] of choices) if (choice !== null) localStorage.setItem(key, choice)
}

/** Calls the listener when another tab signs out. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // Clearing storage for this tab's own sign-out also fires this event, sometimes before the response arrives.
    // Leaving the page then would skip restoring the device settings.
    if (isSigningOut) return
    if ((event.key === ACCESS || event.key === null) && accessToken() === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Calls the listener when another tab enters or leaves view mode, because this tab then shows another user's data. */
export function onViewChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === VIEW) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
