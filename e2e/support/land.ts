import type { Page } from 'playwright-core'
import type { Login } from './people.ts'
import type { Stage } from './stage.ts'

/** The person's landing page, with a count of real clicks that goes on over page loads. */
export async function landWithClicks(
  stage: Stage,
  login: Login,
  path = '/',
): Promise<{ page: Page; clicks: () => Promise<number> }> {
  const page = await stage.newPageOf(login, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    const state = window as unknown as { clicks: number }
    state.clicks = 0
    // A key that presses a button makes a click without a count.
    window.addEventListener('click', ({ isTrusted, detail }) => void (isTrusted && detail > 0 && state.clicks++), true)
  })
  return { page, clicks: () => page.evaluate(() => (window as unknown as { clicks: number }).clicks) }
}
