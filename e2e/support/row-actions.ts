import type { Locator, Page } from 'playwright-core'

/** An action that stands under the menu of a company's row: what it is called begins so. */
const itemOf = (page: Page, what: string, company: string): Locator => {
  const name = new RegExp(`^${what} .${company}`)
  return page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name }))
}

const openedWithin_ms = 3_000

/** A list that is read anew at this moment takes its open menus with it: then it is opened once more. */
export async function openRowMenu(page: Page, company: string): Promise<void> {
  const opener = page.getByRole('button', { name: new RegExp(`^More for .${company}`) })
  for (let tries = 3; ; tries--) {
    await opener.click()
    const opened = page.getByRole('menu').waitFor({ timeout: openedWithin_ms })
    if (tries === 0) return opened
    if (await opened.then(() => true).catch(() => false)) return
  }
}

/** Chooses one of a row's actions from its menu. */
export async function actOnRow(page: Page, what: string, company: string): Promise<void> {
  await openRowMenu(page, company)
  await itemOf(page, what, company).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Whether an action of the menu that switches something says that it is on. */
export async function isOnForRow(page: Page, what: string, company: string): Promise<boolean> {
  await openRowMenu(page, company)
  const state = await itemOf(page, what, company).getAttribute('aria-checked')
  // In the menu: the focus may have gone to what was said meanwhile.
  await page.getByRole('menu').press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return state === 'true'
}
