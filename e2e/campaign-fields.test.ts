import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose, copySnippet, edit, makeCampaign, newCampaign, openPart, start } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { Shop } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'
import { visit } from './support/visit.ts'
import { world } from './support/world.ts'

const stage = useStage()
const client = 'Cedar Dental'
const name = 'Braces in autumn'
const question = 'Which <b>chair</b> is free?'
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(world().shopPort)
})
afterAll(() => shop.close())

/** Sets whether the agency lets the client manage campaigns. Returns the previous setting. */
async function letClientManage(page: Page, may: boolean): Promise<boolean> {
  await page.goto(`${stage().origin(people.acmeOwner.host)}/configuration/client-management?search=Cedar`)
  await page.getByRole('button', { name: /^Edit .Cedar Dental/ }).click()
  const toggle = page.getByRole('switch', { name: 'Allow the client to manage campaigns' })
  await toggle.waitFor()
  const before = await toggle.isChecked()
  if (before === may) return before
  await toggle.setChecked(may)
  await page.getByRole('button', { name: 'Save client' }).click()
  await page.getByText('Data has been updated successfully').waitFor()
  return before
}

const settingsOf = (page: Page): Locator => page.getByRole('region', { name: 'Settings' })
const leads = (page: Page): Locator => page.getByRole('table', { name: 'Leads' })

/** Finds the lead in the list, then opens its page. Returns whether each shows a phone number. */
async function phoneOf(page: Page, lead: string): Promise<[inList: boolean, onPage: boolean]> {
  const row = leads(page).getByRole('row').filter({ hasText: lead })
  await row.waitFor()
  const inList = (await row.locator('a[href^="tel:"]').count()) > 0
  await row.getByRole('link', { name: lead }).click()
  const person = page.getByRole('region', { name: 'Person', exact: true })
  await person.getByRole('link', { name: /@/ }).waitFor()
  return [inList, (await person.locator('a[href^="tel:"]').count()) > 0]
}

describe('An agency asks about a campaign and hides phone numbers from its client', () => {
  it('with a question in its settings that appears when a campaign is created or set up', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=campaign-questions')
    await page.getByRole('button', { name: 'Add question' }).click()
    const group = page.getByRole('group', { name: /^Question/ }).last()
    await group.getByRole('textbox', { name: /^Question/ }).fill(question)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your settings have been saved.').waitFor()

    await page.goto(stage().origin(people.acmeOwner.host) + newCampaign)
    await makeCampaign(page, { client, name, site: shop.address }, async () => {
      // Questions for a new campaign appear once the form knows its client.
      await page.getByRole('textbox', { name: question }).waitFor()
      await page.getByRole('textbox', { name: 'Thank-you page' }).fill(`${shop.address}/thank-you`)
      const recipients = page.getByRole('combobox', { name: 'Email addresses' })
      await recipients.fill('desk@cedar.test')
      await recipients.press('Enter')
      await choose(page, 'Frequency', 'Every day at 8:00')
      await page.getByRole('checkbox', { name: 'Hide phone numbers from the client' }).check()
    })
    await openPart(page, 'Settings')
    for (const text of ['Every day at 8:00', 'Hidden from the client', `${shop.address}/thank-you`])
      await settingsOf(page).getByText(text).waitFor()
    shop.head = await copySnippet(page)
    await start(page)

    const path = new URL(page.url()).pathname
    const before = await letClientManage(page, true)
    const clients = await stage().newPageOf(people.cedarDental, path)
    await edit(clients, async () => {
      await clients.getByRole('textbox', { name: question }).fill('The one by the window')
      expect(await clients.getByRole('checkbox', { name: 'Hide phone numbers from the client' }).count()).toBe(0)
      expect(await findBarriers(clients)).toEqual([])
    })
    await settingsOf(clients).getByText('The one by the window').waitFor()
    await letClientManage(page, before)
    await page.goto(`${stage().origin(people.acmeOwner.host)}${path}?tab=settings`)
    await settingsOf(page).getByText('The one by the window').waitFor()
    const t = say('ar')
    await turnLanguage(page, 'ar')
    await page.getByText(t('Every day at 8:00')).waitFor()
    await page.getByText(t('Hidden from the client')).waitFor()
  })

  it('and sees the phone number of a lead that its client does not, and the order on the thank-you page', async () => {
    const person = personFor('the lead whose phone is hidden')
    const visitor = await stage().newVisitor()
    await visit(visitor, `${shop.address}/?hem=${person.md5}`)
    const search = `/siteid/leads?search=${encodeURIComponent(person.email)}`
    const agency = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    await leads(agency).getByRole('link', { name: person.name }).waitFor()
    await visit(visitor, `${shop.address}/thank-you`)
    expect(await phoneOf(agency, person.name)).toEqual([true, true])
    await agency.getByRole('region', { name: 'Visits', exact: true }).getByText('Conversion').first().waitFor()
    const clients = await stage().newPageOf(people.cedarDental, search)
    expect(await phoneOf(clients, person.name)).toEqual([false, false])
  })

  it('and removes the question; the answer stays with the campaign', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=campaign-questions')
    const groups = page.getByRole('group', { name: /^Question/ })
    await groups.first().waitFor()
    await groups.last().getByRole('button', { name: 'Remove question' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your settings have been saved.').waitFor()
    await page.goto(`${stage().origin(people.acmeOwner.host)}/siteid/campaign-management?search=Braces`)
    await page.getByRole('link', { name }).click()
    await openPart(page, 'Settings')
    await settingsOf(page).getByText(question).waitFor()
    await settingsOf(page).getByText('The one by the window').waitFor()
  })
})
