import type { Page } from 'playwright-core'
import type { Say } from './texts.ts'

/** Accepts the Service Agreement of a module that requires one, unless the person already has (R111). */
export async function agree(page: Page, t: Say): Promise<void> {
  const agreement = page.getByRole('dialog', { name: t('Service Agreement') })
  await agreement
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  if (!(await agreement.isVisible())) return
  await agreement.getByRole('button', { name: t('Yes, I Agree') }).click()
  await agreement.waitFor({ state: 'detached' })
}
