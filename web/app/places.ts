import { isSignedIn } from '../api/tokens.ts'

const LOGIN = '/login'

/** Addresses that show the login page to visitors. */
export const isLoginPath = (pathname: string): boolean => pathname === '/' || pathname === LOGIN

/** Where the login stands, also for those who asked for `/`; what they wanted stays in the address. */
export const loginAddress = (search: string): string => LOGIN + search

/** Leaves the application by a page load, so that nothing of one session stays in memory for the next. */
export function leaveToLogin(next?: string): void {
  location.assign(next && next !== '/' ? `${LOGIN}?next=${encodeURIComponent(next)}` : LOGIN)
}

/** Where a visitor wanted to go before signing in. Only a path of ours: never another host, never the login again. */
export function wantedPlace(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const url = URL.parse(next, location.origin)
  if (!url || url.origin !== location.origin || !next.startsWith('/') || isLoginPath(url.pathname)) return '/'
  return url.pathname + url.search
}

export const showsLogin = (): boolean => isLoginPath(location.pathname) && !isSignedIn()
