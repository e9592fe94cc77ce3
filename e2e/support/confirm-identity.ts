import type { Locator, Page } from 'playwright-core'

const proofOn = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm your identity' })

/** Confirms identity in the dialog, once; the request that needed it then continues (decision 36). */
export async function confirmIdentity(page: Page, password: string, code?: string): Promise<void> {
  const dialog = proofOn(page)
  await dialog.getByLabel(/^Current password/).fill(password)
  if (code !== undefined) await dialog.getByLabel('Code from your authenticator').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * Waits for the request's effect and confirms identity if asked: a confirmation is valid for ten minutes of its
 * session, so an earlier test may have given it.
 */
export async function confirmIdentityIfAsked(
  page: Page,
  outcome: Locator,
  password: string,
  code?: string,
): Promise<void> {
  const dialog = proofOn(page)
  await outcome.or(dialog).first().waitFor()
  if (await dialog.isVisible()) await confirmIdentity(page, password, code)
  await outcome.waitFor()
}
