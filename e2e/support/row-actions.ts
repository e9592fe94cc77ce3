import type { Locator, Page } from 'playwright-core'
import { say, type Say } from './texts.ts'

/** An action in the menu of a company's row, by the beginning of its name. */
const itemOf = (page: Page, what: string, company: string): Locator => {
  const name = new RegExp(`^${what} .${company}`)
  return page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name }))
}

const openedWithin_ms = 3_000

/** Opens a row's menu. Retries, because refreshing the list closes open menus. */
export async function openRowMenu(page: Page, company: string, t: Say = say('en')): Promise<void> {
  const opener = page.getByRole('button', { name: new RegExp(`^${t('More for {name}', { name: `.${company}` })}`) })
  for (let tries = 3; ; tries--) {
    await opener.click()
    const opened = page.getByRole('menu').waitFor({ timeout: openedWithin_ms })
    if (tries === 0) return opened
    if (await opened.then(() => true).catch(() => false)) return
  }
}

/** Chooses an action from a row's menu. */
export async function actOnRow(page: Page, what: string, company: string): Promise<void> {
  await openRowMenu(page, company)
  await itemOf(page, what, company).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Whether a toggle in a row's menu is on. */
export async function isOnForRow(page: Page, what: string, company: string): Promise<boolean> {
  await openRowMenu(page, company)
  const state = await itemOf(page, what, company).getAttribute('aria-checked')
  // Press it on the menu, because a toast may have taken the focus.
  await page.getByRole('menu').press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return state === 'true'
}
