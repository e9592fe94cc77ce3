import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { seeDelivered, seePrice } from './lead.ts'
import type { Say } from './texts.ts'

/** Creates 300 searches and opens all of them from the campaign's page; a negative keyword stopped some. */
export async function searchAndList(
  page: Page,
  t: Say,
  { port, seed }: { port: number; seed: number },
): Promise<Locator> {
  const feed = () => requestDesk(port, 'POST', '/searches', `count=300&seed=${seed}`)
  await feed()
  await page.reload()
  await page
    .getByRole('region', { name: t('Searches') })
    .getByRole('link', { name: t('All searches') })
    .click()
  await page.getByRole('heading', { name: t('Searches'), level: 1 }).waitFor()
  const table = page.getByRole('table', { name: t('Searches') })
  const label = table.getByText(t('Negative keyword')).first()
  // The feed spreads searches over the last minute. On a fast machine, the campaign was not active for most of it, so the same
  // are fed again. A busy machine may match them after the page was opened, which doesn't read its list again by itself.
  await expect
    .poll(
      async () => {
        const isThere = await label.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
        if (!isThere) {
          await feed()
          await page.reload()
        }
        return isThere
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  return table
}

/** On a lead's page: what each party paid, and that it was delivered. */
export async function seeSoldAndDelivered(page: Page, t: Say): Promise<void> {
  await seePrice(page, t)
  await seeDelivered(page, t)
}
