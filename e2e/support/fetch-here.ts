import type { APIResponse, Route } from 'playwright-core'

/** Executes a call that a test intercepted. Only the browser knows that every *.localhost is this machine. */
export async function fetchHere(route: Route): Promise<APIResponse> {
  const { host, port, pathname, search } = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host }
  return route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}`, headers })
}
