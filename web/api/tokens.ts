/** The three token fields, kept locally under the names of the specification (R007, session). */
export type Tokens = { access_token: string; refresh_token: string; expires_in: number }

const ACCESS = 'access_token'
const REFRESH = 'refresh_token'
const EXPIRES = 'expires_in'
/** Set during view mode: then there is one token only. */
const VIEW = 'view_mode'

export const accessToken = (): string | null => localStorage.getItem(ACCESS)
export const refreshToken = (): string | null => localStorage.getItem(REFRESH)
export const isSignedIn = (): boolean => accessToken() !== null

export const isViewing = (): boolean => localStorage.getItem(VIEW) !== null

/** Begins view mode in this browser: the root user's own tokens go, so that nothing on the viewed screens finds them. */
export function keepViewToken(token: string): void {
  localStorage.removeItem(REFRESH)
  localStorage.removeItem(EXPIRES)
  localStorage.setItem(ACCESS, token)
  localStorage.setItem(VIEW, 'on')
}

export function keepTokens(tokens: Tokens): void {
  localStorage.removeItem(VIEW)
  localStorage.setItem(REFRESH, tokens.refresh_token)
  localStorage.setItem(EXPIRES, String(tokens.expires_in))
  // Last, since other tabs take the change of the access token as the sign that a refresh is complete.
  localStorage.setItem(ACCESS, tokens.access_token)
}

/** Theme and language: they belong to the device, not to the signed-in person. */
const ofDevice: readonly string[] = ['user-theme', 'user-locale']

/** While this tab waits for the answer to its own sign-out. */
let isSigningOut = false

/** Everything that is kept of a session goes, no matter who kept it (R080). */
export function forgetSession(): void {
  for (const key of Object.keys(localStorage)) if (!ofDevice.includes(key)) localStorage.removeItem(key)
  sessionStorage.clear()
}

/**
 * Signs out: the server tells the browser to clear all its storage, then the device's own settings are restored. Works offline
 * too: this device forgets the session whatever the server answers.
 */
export async function forgetWith(signOut: () => Promise<unknown>): Promise<void> {
  const choices = ofDevice.map((key) => [key, localStorage.getItem(key)] as const)
  isSigningOut = true
  await signOut().catch(() => undefined)
  isSigningOut = false
  forgetSession()
  for (const [key, choice] of choices) if (choice !== null) localStorage.setItem(key, choice)
}

/** Calls back when another tab signs out. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    // What the browser drops at this tab's own word comes as an event too, at times before the answer: anyone who left the page
    // then would leave it before the choices of the device are put back.
    if (isSigningOut) return
    if ((event.key === ACCESS || event.key === null) && accessToken() === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Calls back when another tab begins or leaves view mode: what this tab shows is somebody else's. */
export function onViewChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === VIEW) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}
