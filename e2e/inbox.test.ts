import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

const table = (page: Page) => page.getByRole('table', { name: 'Inbox' })
const lineOf = (page: Page, name: string, text: string) =>
  table(page).getByRole('row').filter({ hasText: name }).filter({ hasText: text })
const choose = async (page: Page, filter: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('The inbox across all clients', () => {
  it('is in the menu with its count, and each line links to where it can be fixed', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Inbox/ })
    await entry.getByText(/open items?$/).waitFor({ state: 'attached' })
    await entry.click()
    await table(page).waitFor()
    // Lines of other journeys may fill the first page.
    await page.goto(`${stage().origin('acme.localhost')}/inbox?kind=new_leads`)
    const line = lineOf(page, 'Harbor Realty', 'New leads')
    await line.waitFor()
    await line.getByRole('link', { name: 'Harbor Realty' }).click()
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    expect(new URL(page.url()).searchParams.get('client')).not.toBeNull()
  })

  it('has lines that can be snoozed, found again, assigned to a colleague, marked done, and undone', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/inbox?kind=new_leads')
    const line = lineOf(page, 'Harbor Realty', 'New leads')
    await line.getByRole('button', { name: /^Snooze/ }).click()
    const snooze = page.getByRole('dialog', { name: 'Snooze' })
    await snooze.getByRole('button', { name: 'In a week' }).click()
    await snooze.getByRole('button', { name: 'Snooze', exact: true }).click()
    await line.waitFor({ state: 'detached' })
    await choose(page, 'Status', 'Snoozed')
    await line.getByText(/^Until /).waitFor()
    await line.getByRole('button', { name: /^Unsnooze/ }).click()
    await line.waitFor({ state: 'detached' })

    await page.goto(`${stage().origin('acme.localhost')}/inbox?kind=new_leads`)
    await line.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: /^Assign/ }).click()
    const assign = page.getByRole('dialog', { name: 'Assign' })
    await assign.getByLabel('Colleague').first().click()
    await page.getByRole('option', { name: people.acmeAdmin.name }).click()
    await assign.getByRole('button', { name: 'Assign', exact: true }).click()
    await line.getByText(people.acmeAdmin.name).waitFor()
    const adminPage = await stage().newPageOf(people.acmeAdmin, '/inbox?assigned=me')
    await lineOf(adminPage, 'Harbor Realty', 'New leads').waitFor()

    await line.getByRole('button', { name: /^Mark .* as done$/ }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await line.waitFor()
  })

  it('is another one for a client: next actions of its own people, which lead to the lead', async () => {
    const page = await stage().newPageOf(people.harborRealty, '/siteid/leads')
    const work = page.getByRole('region', { name: 'Status and notes' })
    await page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link').first().click()
    await work.getByRole('button', { name: 'Plan next action' }).click()
    await work.getByRole('textbox', { name: 'Next action' }).fill('Call back on Monday')
    await work.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/ was changed\.$/)
      .first()
      .waitFor()
    await page.goto(new URL('/inbox', page.url()).href)
    const row = page.getByRole('row').filter({ hasText: 'Call back on Monday' })
    await row.getByText('Next action due').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await row.getByRole('link').first().click()
    await work.getByRole('button', { name: 'Done', exact: true }).click()
    await page
      .getByText(/^The next action of .* is done\.$/)
      .first()
      .waitFor()
    await page.goto(new URL('/inbox', page.url()).href)
    await page.getByText('Nothing needs attention').waitFor()
  })
})
