import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { services } from '#contract/integrations/services.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { personFor, type KnownPerson } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { turnTo } from './support/look.ts'
import { say } from './support/texts.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

async function becomesLead(person: KnownPerson): Promise<void> {
  await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
}

const campaign = 'Emergency plumbing site'

/** Sends the campaign's leads to the service whose page is open, with what `pick` chooses there. */
async function sendHere(page: Page, pick: () => Promise<void> = async () => undefined): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Send leads of .*${campaign}`) }).click()
  await pick()
  await page.getByRole('dialog').getByRole('button', { name: 'Send leads here' }).click()
  await page.getByText('Changes saved successfully').first().waitFor()
}

describe('12. A client connects its tools', () => {
  it('with a key: refused when it is wrong, then a lead is on the chosen list', async () => {
    const person = personFor('the lead of an email list')
    const { services: keys } = await readDesk(stage().port)
    const page = await stage().newPageOf(people.plumbright)
    await page.getByRole('button', { name: /Pat Lumley/ }).click()
    await page.getByRole('menuitem', { name: 'Integrations' }).click()
    await page.getByRole('link', { name: 'SendGrid' }).click()
    stage().allow(page, /422/)
    await page.getByLabel('API key').fill('SG.mistyped')
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('The service refused this. Check that it was copied whole.').waitFor()
    await page.getByLabel('API key').fill(keys['SendGrid']!)
    await page.getByRole('button', { name: 'Connect SendGrid' }).click()
    await page.getByText('Connected', { exact: true }).first().waitFor()
    expect(await page.content()).not.toContain(keys['SendGrid'])

    await sendHere(page, async () => {
      await page.getByRole('dialog').getByLabel('Lists').first().click()
      await page.getByRole('option', { name: 'New leads' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Preview a lead' }).click()
      await page.getByText('first_name').waitFor()
      await page.getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('The test arrived.').waitFor()
    })
    await becomesLead(person)
    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const row = page.getByRole('row').filter({ hasText: person.name }).filter({ hasText: 'SendGrid' })
    await row.getByText('Delivered').waitFor()
  })

  it('by consent: a sheet is made with the first lead, and can be checked', async () => {
    const person = personFor('the lead of a sheet')
    const page = await stage().newPageOf(people.plumbright, '/integrations/googlesheets')
    await page.getByRole('button', { name: 'Continue to Google Sheets' }).click()
    await page.getByText('sheets@plumbright.test').waitFor()
    expect(new URL(page.url()).search).toBe('')

    await sendHere(page)
    await becomesLead(person)
    await page.goto(`${stage().origin('acme.localhost')}/siteid/deliveries`)
    const row = page.getByRole('row').filter({ hasText: person.name }).filter({ hasText: 'Google Sheets' })
    await row.getByText('Delivered').waitFor()
    await page.goto(`${stage().origin('acme.localhost')}/integrations/googlesheets`)
    await page.getByRole('button', { name: new RegExp(`^Edit what .*${campaign}`) }).click()
    await page.getByRole('button', { name: 'Check the sheet' }).click()
    await page.getByRole('link', { name: 'Open the sheet' }).waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Delivered' }).first().waitFor()
  })

  it('in Arabic too, and disconnects', async () => {
    const ar = say('ar')
    const page = await stage().newPageOf(people.plumbright, '/integrations', { width: 360 })
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
    await turnTo(page, 'ar', 'light')
    await page.getByText(ar(services.sendgrid.purpose)).waitFor()
    await page.getByRole('link', { name: 'SendGrid' }).click()
    await page.getByRole('button', { name: ar('Disconnect {name}', { name: 'SendGrid' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ar('Disconnect'), exact: true })
      .click()
    await page.getByText(ar('Disconnected'), { exact: true }).first().waitFor()
    await turnTo(page, 'en', 'light')
    await page.getByRole('button', { name: 'Connect SendGrid' }).waitFor()
  })
})
