import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { openPart } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people, type Login } from './support/people.ts'
import { say, type Locale, type Say } from './support/texts.ts'

// Monthly caps for all campaigns of a client, and for all leads of an agency. Once capped they generate no leads, so
// the journey has its own program.

const program = useOwnProgram()
const campaign = `/siteid/campaign-management/${demoId('Cedar Dental New patients')}`

// Clients who may not manage campaigns cannot open their pages.
beforeAll(async () => {
  const page = await program().open(people.acmeOwner, '/configuration/client-management?search=Cedar')
  await page.getByRole('button', { name: /^Edit .Cedar Dental/ }).click()
  const toggle = page.getByRole('switch', { name: 'Allow the client to manage campaigns' })
  await toggle.waitFor()
  if (await toggle.isChecked()) return
  await toggle.setChecked(true)
  await page.getByRole('button', { name: 'Save client' }).click()
  await page.getByText('Data has been updated successfully').waitFor()
}, 60_000)

async function open(login: Login, path: string, locale: Locale): Promise<Page> {
  const page = await program().open(login, path)
  await turnLanguage(page, locale)
  return page
}

const cardOf = (page: Page, t: Say): Locator => page.getByRole('region', { name: t('Spend cap'), exact: true })
const alertOf = (page: Page, text: string): Locator => page.getByRole('alert', { name: text, exact: true })

/** Sets a cap of one dollar: less than the price of a lead. */
async function cap(page: Page, t: Say, amount: '1' | ''): Promise<void> {
  const card = cardOf(page, t)
  await card.getByRole('textbox', { name: t('Spend cap per month'), exact: true }).fill(amount)
  await card.getByRole('button', { name: t('Save'), exact: true }).click()
}

describe.each(['en', 'ar'] as const)('a company’s spend cap (%s)', (locale) => {
  const t = say(locale)
  const client = t('The client’s spend cap for this month is reached')
  const agency = t('The agency’s spend cap for this month is reached')

  it('for a client is set by its agency, stops its campaigns, and notifies both', async () => {
    const page = await open(people.acmeOwner, `/configuration/client-management/${demoId('Cedar Dental')}`, locale)
    await cardOf(page, t).getByText(t('No cap on this client’s lead spend.')).waitFor()
    await cap(page, t, '1')
    await cardOf(page, t).getByText(t('Spend cap reached'), { exact: true }).waitFor()

    await open(people.acmeOwner, campaign, locale)
    await alertOf(page, client).waitFor()
    await openPart(page, 'Settings', t)
    const simulation = page.getByRole('region', { name: t('Simulation'), exact: true })
    await simulation.getByRole('button', { name: t('Simulate'), exact: true }).click()
    await simulation.getByText(t('Client spend cap'), { exact: true }).waitFor()

    const clientPage = await open(people.cedarDental, campaign, locale)
    const notice = alertOf(clientPage, t('This month’s spend cap is reached'))
    await notice.waitFor()
    expect(await notice.getByRole('link').count()).toBe(0)

    await alertOf(page, client)
      .getByRole('link', { name: t('Change the cap'), exact: true })
      .click()
    await cap(page, t, '')
    await cardOf(page, t).getByText(t('No cap on this client’s lead spend.')).waitFor()
  })

  it('for an agency is set by the operator, and notifies the agency but not its clients', async () => {
    const path = `/configuration/agency-list/${demoId('Acme Growth')}`
    const operator = await open(people.root, path, locale)
    await cap(operator, t, '1')
    await cardOf(operator, t).getByText(t('Spend cap reached'), { exact: true }).waitFor()

    const page = await open(people.acmeOwner, campaign, locale)
    await alertOf(page, agency).waitFor()

    const clientPage = await open(people.cedarDental, campaign, locale)
    await Promise.all([clientPage.waitForResponse(/\/leads\/month-cap\//), clientPage.reload()])
    await clientPage.getByRole('navigation', { name: t('Parts of this campaign') }).waitFor()
    expect(await alertOf(clientPage, agency).count()).toBe(0)

    await cap(operator, t, '')
    await cardOf(operator, t).getByText(t('No cap on this agency’s lead spend.')).waitFor()
  })

  it('keeps typed input while somebody else changes it, and shows the change in the other fields', async () => {
    const path = `/configuration/client-management/${demoId('Cedar Dental')}`
    const page = await open(people.acmeOwner, path, locale)
    const field = (at: Page, name: 'Spend cap per month' | 'Alert at monthly spend of') =>
      cardOf(at, t).getByRole('textbox', { name: t(name), exact: true })
    await field(page, 'Alert at monthly spend of').fill('77')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await cap(other, t, '1')
    await cardOf(other, t).getByText(t('Spend cap reached'), { exact: true }).waitFor()
    // The page polls.
    await cardOf(page, t).getByText(t('Spend cap reached'), { exact: true }).waitFor({ timeout: 30_000 })
    expect(await field(page, 'Alert at monthly spend of').inputValue()).toBe('77')
    program().stage.allow(page, /status of 409/)
    // Saving does not overwrite the other tab's change without confirmation.
    await cardOf(page, t)
      .getByRole('button', { name: t('Save'), exact: true })
      .click()
    await cardOf(page, t)
      .getByRole('button', { name: t('Overwrite'), exact: true })
      .waitFor()
    await cardOf(page, t)
      .getByRole('button', { name: t('Keep editing'), exact: true })
      .click()
    await field(page, 'Alert at monthly spend of').fill('')
    await expect.poll(() => field(page, 'Spend cap per month').inputValue()).toBe('1.00')
    await cap(page, t, '')
    await cardOf(page, t).getByText(t('No cap on this client’s lead spend.')).waitFor()
  })
})
