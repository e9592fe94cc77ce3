import type { Locator, Page } from 'playwright-core'
import { typeCard } from './card.ts'
import type { Login } from './people.ts'
import { say, type Say } from './texts.ts'

/** Opens an agency's wallet from the account menu. */
export async function openWallet(page: Page, { name }: Login, t: Say = say('en')): Promise<Locator> {
  await page.getByRole('button', { name: t('Account of {name}', { name }) }).click()
  await page.getByRole('menuitem', { name: t('Data Wallet'), exact: true }).click()
  const wallet = page.getByRole('dialog', { name: t('Data Wallet'), exact: true })
  await wallet.getByRole('region', { name: t('Balance'), exact: true }).waitFor()
  return wallet
}

/** Stores a card from the wallet of an agency without one, in the last step of the set-up. */
export async function storeFirstCard(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('link', { name: 'Profile Setup' }).click()
  const next = page.locator('#main').getByRole('button', { name: 'Next' })
  await next.click()
  await page.getByRole('textbox', { name: 'Company phone' }).fill('')
  await page.getByRole('textbox', { name: 'Company phone' }).pressSequentially('2015550199')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Polar Way')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60601')
  await next.click()
  await typeCard(page)
  await next.click()
  await page.getByRole('heading', { name: 'Review and finish' }).waitFor()
}
