import type { Page } from 'playwright-core'

/** Answers the dialog that asks for a proof of identity, once; the call that needed it goes on by itself (decision 36). */
export async function confirmIdentity(page: Page, password: string, code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel(/^Current password/).fill(password)
  if (code !== undefined) await dialog.getByLabel('Code from your authenticator').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
