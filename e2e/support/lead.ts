import type { Page } from 'playwright-core'
import type { Say } from './texts.ts'

/** Waits until a lead's page shows how the visitor was identified, and what the client pays. */
export async function seeWhyAndMoney(page: Page, t: Say): Promise<void> {
  await page
    .getByRole('region', { name: t('Why it matched') })
    .getByText(t('Email hash (MD5) from the page or the site'))
    .waitFor()
  await seePrice(page, t)
}

/** Waits until a lead's page shows what the client pays. */
export async function seePrice(page: Page, t: Say): Promise<void> {
  await page
    .getByRole('region', { name: t('Money'), exact: true })
    .getByText(t('Client to agency (retail)'))
    .waitFor()
}

/** Waits until a lead's page shows that it arrived at a destination. */
export async function seeDelivered(page: Page, t: Say): Promise<void> {
  await page
    .getByRole('region', { name: t('Deliveries') })
    .getByText(t('Delivered'), { exact: true })
    .first()
    .waitFor({ timeout: 30_000 })
}
