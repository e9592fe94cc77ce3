import type { Page, Response } from 'playwright-core'

/**
 * Opens a page with the pixel and waits until its hit is acknowledged. Returns the time of that. A hit that is rejected
 * because of the visitor's clock does not count: the pixel adjusts its clock and retries.
 */
export async function visit(page: Page, address: string): Promise<number> {
  const isHit = (response: Response): boolean =>
    new URL(response.url()).pathname === '/collect' && response.status() === 204
  await Promise.all([page.waitForResponse(isHit), page.goto(address)])
  return Date.now()
}
