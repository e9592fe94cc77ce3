import type { Locator, Page } from 'playwright-core'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { seeDelivered, seePrice } from './lead.ts'
import type { Say } from './texts.ts'

/** Creates 300 searches and opens all of them from the campaign's page; a negative keyword stopped some. */
export async function searchAndList(
  page: Page,
  t: Say,
  { port, seed }: { port: number; seed: number },
): Promise<Locator> {
  await requestDesk(port, 'POST', '/searches', `count=300&seed=${seed}`)
  await page.reload()
  await page
    .getByRole('region', { name: t('Searches') })
    .getByRole('link', { name: t('All searches') })
    .click()
  await page.getByRole('heading', { name: t('Searches'), level: 1 }).waitFor()
  const table = page.getByRole('table', { name: t('Searches') })
  await table.getByText(t('Negative keyword')).first().waitFor()
  return table
}

/** On a lead's page: what each party paid, and that it was delivered. */
export async function seeSoldAndDelivered(page: Page, t: Say): Promise<void> {
  await seePrice(page, t)
  await seeDelivered(page, t)
}
