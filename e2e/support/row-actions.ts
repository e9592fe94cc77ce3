import type { Locator, Page } from 'playwright-core'
import { say, type Say } from './texts.ts'

/** An icon in a company's row, by the beginning of its name. */
const iconOf = (page: Page, what: string, company: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${what} .${company}`) })

const openedWithin_ms = 3_000

/** Opens a row's menu. Retries, because refreshing the list closes open menus. */
export async function openRowMenu(page: Page, company: string, t: Say = say('en')): Promise<void> {
  const opener = page.getByRole('button', { name: new RegExp(`^${t('More for {name}', { name: `.${company}` })}`) })
  for (let tries = 3; ; tries--) {
    await opener.click()
    const menu = page.getByRole('menu').waitFor({ timeout: openedWithin_ms })
    if (tries === 0) return menu
    if (await menu.then(() => true).catch(() => false)) return
  }
}

/** Chooses an action of a row. */
export const actOnRow = (page: Page, what: string, company: string): Promise<void> =>
  iconOf(page, what, company).click()

/** Whether a toggle of a row is on. */
export const isOnForRow = async (page: Page, what: string, company: string): Promise<boolean> =>
  (await iconOf(page, what, company).getAttribute('aria-pressed')) === 'true'
