import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import type { Login } from './people.ts'
import type { Stage } from './stage.ts'

/** The page of a person in one look, moved to a path; `open` loads it if there is none. */
export type Tour = (login: Login, look: string, path: string, open: () => Promise<Page>) => Promise<Page>

/**
 * Goes from page to page as the application's own links do, in tests that only look at pages: loading the application, and
 * the checks into it, costs more than a look. A failed test ends the tour, and so does another person or look: pages
 * that stay open would ask the server for news.
 */
export function useTour(stage: () => Stage): Tour {
  let current: { login: Login; look: string; page: Page } | undefined
  const end = (): void => {
    if (current) stage().leaveOpen(current.page, false)
    current = undefined
  }
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') end()
  })
  afterAll(async () => {
    end()
    expect(await stage().clear(), 'errors, or requests to elsewhere').toEqual([])
  })
  return async (login, look, path, open) => {
    // A page that was opened outside of the tour took over its person's profile.
    if (current?.login === login && current.look === look && !current.page.isClosed()) {
      await stage().waitForRoom(login)
      await moveTo(current.page, path)
      return current.page
    }
    if (current?.login !== login) end()
    current = { login, look, page: await open() }
    stage().leaveOpen(current.page, true)
    return current.page
  }
}

interface Router {
  navigate(to: { href: string }): Promise<void>
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** Moves an open page of the application to another path, and waits until it is rendered. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const page = globalThis as unknown as { __TSR_ROUTER__: Router; shiftsReadUntil_ms: number }
    // What moved so far belongs to the page before (`shift.ts`).
    page.shiftsReadUntil_ms = performance.now()
    return page.__TSR_ROUTER__.navigate({ href })
  }, path)
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
      .state
    return status === 'idle' && resolvedLocation?.href === location.href
  })
}
