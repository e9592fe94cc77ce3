import type { Page, Response } from 'playwright-core'

/** All responses from the host that contain a name which they should not. */
export async function findLeaks(responses: Response[], foreign: RegExp): Promise<string[]> {
  const leaks = responses.map(async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/html|json|javascript|css|svg|manifest/.test(type) || type.includes('event-stream')) return []
    const text = `${JSON.stringify(await response.allHeaders())} ${await response.text().catch(() => '')}`
    const match = foreign.exec(text)
    return match ? [`${response.url()}: … ${text.slice(Math.max(0, match.index - 60), match.index + 60)}`] : []
  })
  return (await Promise.all(leaks)).flat()
}

/** Error responses: not found, not signed in, unreadable, forbidden; each with its headers. */
export const refusalsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests: [string, RequestInit?][] = [
      ['/api/nowhere'],
      ['/api/user'],
      ['/api/login', { method: 'POST', body: 'no seal' }],
      ['/api/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
      ['/api/embedded-code/none'],
      ['/nowhere', { method: 'DELETE' }],
      ['/assets/nowhere.js'],
    ]
    const answers = await Promise.all(requests.map(([path, init]) => fetch(path, init)))
    return Promise.all(
      answers.map(async (one) => `${one.status} ${one.url} ${JSON.stringify([...one.headers])} ${await one.text()}`),
    )
  })

/** Fetches files that browsers and other programs request on their own; the page's response listeners see them. */
export const fetchFiles = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    Promise.all(
      ['/service-worker.js', '/px.js', '/favicon.ico', '/manifest.webmanifest', '/robots.txt', '/api/keys'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  )
