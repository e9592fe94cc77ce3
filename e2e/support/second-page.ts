import type { Page } from 'playwright-core'

/** From now on, answers of calls whose URL contains a text say that a second page follows, which is empty. */
export const addSecondPage = (page: Page, urlPart: string): Promise<unknown> =>
  page.addInitScript((part) => {
    const plainFetch = globalThis.fetch
    globalThis.fetch = async (...request) => {
      const response = await plainFetch(...request)
      if (!response.ok || !response.url.includes(part)) return response
      const { status, headers } = response
      return new Response(JSON.stringify({ ...(await response.json()), last_page: 2 }), { status, headers })
    }
  }, urlPart)
