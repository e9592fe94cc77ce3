import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './axe.ts'
import { say, type Say } from './texts.ts'

/** The gateway's card form in its frame. */
export const cardForm = (page: Page, t: Say = say('en')): FrameLocator =>
  page.frameLocator(`iframe[title="${t('Card details')}"]`)

/** Enters a card; by default one that always pays. */
export async function typeCard(page: Page, number = '4242424242424242'): Promise<void> {
  const card = cardForm(page)
  await card.getByLabel('Card number').pressSequentially(number)
  await card.getByLabel('Expiry').pressSequentially('0431')
  await card.getByLabel('Security code').fill('123')
}

/** Replaces the card on somebody's card page; by default with one that always pays. */
export async function replaceCard(page: Page, number?: string): Promise<void> {
  await page.getByRole('button', { name: 'Replace card' }).click()
  expect(await findBarriers(page)).toEqual([])
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Save card' }).click()
  // Reloading the page before it is stored would lose the card.
  await page
    .getByText(new RegExp(`${number?.slice(-4) ?? '4242'}$`))
    .first()
    .waitFor()
}
