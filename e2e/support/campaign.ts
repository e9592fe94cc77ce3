import type { Page } from 'playwright-core'
import { say, type Say } from './texts.ts'

/** Chooses an option of a select by its text. */
export async function choose(page: Page, label: string, option: string | RegExp, search?: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  if (await box.isEditable()) await box.fill(search ?? String(option))
  await page.getByRole('option', { name: option, exact: true }).click()
}

export interface NewCampaign {
  client: string
  name: string
  site: string
}

/** Opens every folded group of the campaign's form. */
export async function openGroups(page: Page): Promise<void> {
  const groups = page.locator('main form details')
  await groups.first().waitFor()
  await groups.evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)))
}

export const newCampaign = '/siteid/campaign-management/new'

/** Creates a minimal campaign on the agency's open form. Ends on the campaign's page. */
export async function makeCampaign(
  page: Page,
  { client, name, site }: NewCampaign,
  more: () => Promise<void> = async () => undefined,
  t: Say = say('en'),
): Promise<void> {
  await choose(page, t('Client'), client)
  await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
  await page.getByRole('textbox', { name: t('Site address') }).fill(site)
  await openGroups(page)
  await more()
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** On a campaign's form: has its leads mailed to an address. Without any, they are delivered nowhere. */
export async function addRecipient(page: Page, t: Say): Promise<void> {
  await openGroups(page)
  await page.getByRole('combobox', { name: t('Email addresses') }).fill('leads@plumbright.test')
  await page.keyboard.press('Enter')
}

type Part = 'Overview' | 'Setup' | 'Destinations' | 'Settings' | 'History'

/** Opens a part of the campaign's page. */
export async function openPart(page: Page, part: Part, t: Say = say('en')): Promise<void> {
  const link = page
    .getByRole('navigation', { name: t('Parts of this campaign') })
    .getByRole('link', { name: t(part), exact: true })
  await link.click()
  await page.locator('a[aria-current="page"]', { hasText: t(part) }).waitFor()
}

/** Copies the campaign's code for the site with its copy button. */
export async function copySnippet(page: Page, kind = 'Script', t: Say = say('en')): Promise<string> {
  await openPart(page, 'Setup', t)
  const section = page.getByRole('region', { name: t('Install the pixel') })
  // It is folded once hits have arrived.
  const fold = section.locator('details:not([open]) > summary')
  if ((await fold.count()) > 0) await fold.click()
  await section.getByRole('radio', { name: t(kind), exact: true }).click()
  // The link for the site's privacy policy, below the code, has such a button, too.
  const box = section.getByRole('group', { name: t(kind), exact: true }).locator('xpath=..')
  await box.getByRole('button', { name: t('Copy'), exact: true }).click()
  await box.getByRole('button', { name: t('Copied'), exact: true }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

export async function start(page: Page, t: Say = say('en')): Promise<void> {
  await page.getByRole('button', { name: t('Start'), exact: true }).click()
  await page.getByRole('button', { name: t('Pause'), exact: true }).waitFor()
}

/** Opens the campaign's form, changes it, and saves. */
export async function edit(page: Page, change: () => Promise<void>): Promise<void> {
  // A toast under the pointer stays open and covers the button.
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await page.getByRole('heading', { name: 'Edit campaign', level: 1 }).waitFor()
  await openGroups(page)
  await change()
  await page.getByRole('button', { name: 'Save campaign' }).click()
  await page.getByRole('region', { name: 'Settings' }).waitFor()
}
