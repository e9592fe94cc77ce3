import type { Locator, Page } from 'playwright-core'

/** An action that stands under the menu of a company's row: what it is called begins so. */
const itemOf = (page: Page, what: string, company: string): Locator => {
  const name = new RegExp(`^${what} .${company}`)
  return page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name }))
}

export const openRowMenu = (page: Page, company: string): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^More for .${company}`) }).click()

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
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return state === 'true'
}
