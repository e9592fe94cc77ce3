import type { Page, Response } from 'playwright-core'

/**
 * Opens a page that carries the pixel and waits until its hit is acknowledged; answers with the moment of that. A hit that
 * is refused for the visitor's clock does not count: the pixel sets its own and sends again.
 */
export async function visit(page: Page, address: string): Promise<number> {
  const isHit = (response: Response): boolean =>
    new URL(response.url()).pathname === '/collect' && response.status() === 204
  await Promise.all([page.waitForResponse(isHit), page.goto(address)])
  return Date.now()
}
