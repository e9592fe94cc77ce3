import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openWallet } from './support/data-wallet.ts'
import { landWithClicks } from './support/land.ts'
import { people, type Login } from './support/people.ts'
import { useStage } from './support/stage.ts'

// How many clicks everyday tasks take from the page where the person lands. Typing and keys are not counted. The tasks
// "why no lead" and "a lead is worked" are in journeys of their own.

const stage = useStage()
const land = (login: Login) => landWithClicks(stage(), login)

const menuItem = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })

/** Opens the first client's prices and types one, as the dialog is opened for it. Returns what it was. */
async function setFirstPrice(page: Page, price?: string): Promise<string> {
  await page
    .getByRole('button', { name: /^Set Cost for/ })
    .first()
    .click()
  const field = page.getByRole('dialog', { name: 'Set Cost for Client' }).getByRole('textbox').first()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  const before = await field.inputValue()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(price ?? String(Number(before) + 1))
  await page.keyboard.press('Enter')
  return before
}

describe('From the page where one lands', () => {
  it('a campaign is created and started in five clicks', async () => {
    const { page, clicks } = await land(people.acmeOwner)
    await menuItem(page, 'Campaigns').click()
    await page.getByRole('link', { name: 'New campaign' }).first().click()
    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.keyboard.type('Plumbright')
    await page.getByRole('option', { name: 'Plumbright', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Campaign name' }).fill('In five clicks')
    await page.getByRole('textbox', { name: 'Site address' }).fill('https://five.example/')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('heading', { name: 'In five clicks', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect(await clicks()).toBe(5)
    // Other journeys do not expect it.
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  })

  it('a client’s price is changed in three clicks', async () => {
    const { page, clicks } = await land(people.brightsideOwner)
    await menuItem(page, 'Client Management').click()
    const before = await setFirstPrice(page)
    await page.getByRole('button', { name: 'Save costs' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await clicks()).toBe(3)
    await setFirstPrice(page, before)
    // Other journeys do not expect another price.
    await page.getByRole('button', { name: 'Save costs' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('what an agency owes is read in one click', async () => {
    const { page, clicks } = await land(people.root)
    await page.getByRole('table').getByRole('link', { name: 'Acme Growth' }).click()
    await page.getByRole('region', { name: 'At a glance' }).getByText('Due now', { exact: true }).waitFor()
    expect(await clicks()).toBe(1)
  })

  it('what a client was billed and owes is read in two clicks', async () => {
    const { page, clicks } = await land(people.acmeOwner)
    await menuItem(page, 'Client Management').click()
    await page.getByRole('table').getByRole('link', { name: 'Cedar Dental' }).click()
    await page.getByRole('region', { name: 'At a glance' }).getByText('Due now', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: 'Show lines' }).first().waitFor()
    expect(await clicks()).toBe(2)
  })

  it('an invoice is read, and its payment tried again, in three clicks', async () => {
    const { page, clicks } = await land(people.cedarDental)
    await menuItem(page, 'Billing').click()
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await invoices.getByRole('button', { name: 'Show lines' }).first().click()
    await page
      .getByRole('dialog', { name: /^Invoice/ })
      .getByText('To pay')
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await invoices
      .getByRole('button', { name: /^Retry now/ })
      .first()
      .click()
    await page.getByText('Retrying the payment.').first().waitFor()
    expect(await clicks()).toBe(3)
  })

  it('a banner is designed and downloaded in four clicks', async () => {
    const { page, clicks } = await land(people.acmeOwner)
    await menuItem(page, 'Banners').click()
    await page.getByRole('link', { name: 'New banner' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('In four clicks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'In four clicks' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'PNG' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.png$/)
    expect(await clicks()).toBe(4)
  })
})

/** What people come for, from whose landing page, in how many clicks, and how. Nothing is saved, so other journeys find all as it was. */
const ways: [what: string, login: Login, clickCount: number, go: (page: Page) => Promise<unknown>][] = [
  [
    'a file of the leads',
    people.acmeOwner,
    2,
    async (page) => {
      await menuItem(page, 'Leads').click()
      return Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
    },
  ],
  [
    'a scheduled report',
    people.acmeOwner,
    3,
    async (page) => {
      await menuItem(page, 'Reports').click()
      await page.getByRole('link', { name: 'Scheduled reports' }).click()
      await page.getByRole('button', { name: 'Schedule report' }).first().click()
      await page.getByRole('dialog', { name: 'Schedule report' }).waitFor()
    },
  ],
  [
    'a new client',
    people.acmeOwner,
    2,
    async (page) => {
      await menuItem(page, 'Client Management').click()
      await page.getByRole('button', { name: 'Add client' }).click()
      await page.getByRole('dialog', { name: 'Add client' }).waitFor()
    },
  ],
  [
    'a webhook of a campaign',
    people.acmeOwner,
    4,
    async (page) => {
      await menuItem(page, 'Campaigns').click()
      // Other journeys make campaigns, newer than the demo's.
      await page.getByRole('main').getByRole('searchbox').fill('Open house')
      await page.getByRole('link', { name: 'Open house weekends' }).first().click()
      await page.getByRole('link', { name: 'Destinations' }).click()
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await page.getByRole('dialog', { name: 'Add webhook' }).waitFor()
    },
  ],
  [
    'Google Sheets',
    people.plumbright,
    2,
    async (page) => {
      await menuItem(page, 'Integrations').click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /Google Sheets/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Google Sheets' }).waitFor()
    },
  ],
  [
    'what a top-up of the wallet costs, which a key then confirms',
    people.acmeOwner,
    3,
    async (page) => {
      const wallet = await openWallet(page, people.acmeOwner)
      await wallet.getByRole('button', { name: 'Top up now' }).click()
      await page.getByRole('dialog', { name: /^Top up \$/ }).waitFor()
    },
  ],
  [
    'a count of people by a campaign’s keywords, which one more begins',
    people.acmeOwner,
    4,
    async (page) => {
      await menuItem(page, 'Search ID').click()
      await page.getByRole('link', { name: 'Emergency plumbing searches' }).first().click()
      await page.getByRole('link', { name: 'Keyword counts' }).click()
      await page.getByRole('button', { name: 'Count people' }).first().click()
      const keywords = page.getByRole('dialog', { name: 'Count people' }).getByRole('textbox', { name: 'Keywords' })
      await expect.poll(() => keywords.inputValue()).toContain('plumber')
    },
  ],
  [
    'the brand',
    people.acmeOwner,
    1,
    async (page) => {
      await menuItem(page, 'General Settings').click()
      await page.getByRole('heading', { level: 2, name: 'Branding' }).first().waitFor()
    },
  ],
  [
    'a domain of one’s own, whose records a key then shows',
    people.acmeOwner,
    2,
    async (page) => {
      await menuItem(page, 'General Settings').click()
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Custom domain' }).click()
      await page.getByRole('textbox', { name: 'Domain' }).waitFor()
    },
  ],
  [
    'a second factor',
    people.acmeOwner,
    1,
    async (page) => {
      await page.getByRole('button', { name: 'Two Factor Authentication' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
]

it.each(ways)('From the page where one lands, to %s', async (_what, login, clickCount, go) => {
  const { page, clicks } = await land(login)
  await go(page)
  expect(await clicks()).toBe(clickCount)
})
