import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './axe.ts'

/** The form of the gateway, in a frame of its own. */
export const cardForm = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]')

/** Types a card that always pays. */
export async function typeCard(page: Page): Promise<void> {
  const card = cardForm(page)
  await card.getByLabel('Card number').pressSequentially('4242424242424242')
  await card.getByLabel('Expiry').pressSequentially('0431')
  await card.getByLabel('Security code').fill('123')
}

/** On the page of somebody's card: stores one that always pays instead of theirs. */
export async function replaceCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replace card' }).click()
  expect(await findBarriers(page)).toEqual([])
  await typeCard(page)
  await page.getByRole('button', { name: 'Save card' }).click()
  // To load the page anew before it is stored would take the card back.
  await page.getByText(/4242$/).first().waitFor()
}
