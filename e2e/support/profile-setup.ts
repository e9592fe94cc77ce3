import type { Page } from 'playwright-core'

/** Fills in what profile setup asks about a company, in English. */
export async function fillCompanyStep(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Company phone' }).pressSequentially('2015550199')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Polar Way')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('ZIP code').fill('60601')
}
