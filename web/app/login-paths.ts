import { isSignedIn } from '../api/tokens.ts'

const LOGIN = '/login'

/** URLs that show the login page to visitors. */
export const isLoginPath = (pathname: string): boolean => pathname === '/' || pathname === LOGIN

/** URL of the login, also for visitors who asked for `/`; the search parameters keep the page they wanted. */
export const loginAddress = (search: string): string => LOGIN + search

/** Leaves the application with a page load, so that nothing of one session stays in memory for the next. */
export function leaveToLogin(next?: string): void {
  location.assign(next && next !== '/' ? `${LOGIN}?next=${encodeURIComponent(next)}` : LOGIN)
}

/** Page the visitor wanted before signing in. Only a path on this host, and never the login. */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(next, location.origin)
  if (!url || url.origin !== location.origin || !next.startsWith('/') || isLoginPath(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

export const showsLogin = (): boolean => isLoginPath(location.pathname) && !isSignedIn()
