import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { turnLanguage, waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// What a client and its agency do with a lead.

const stage = useStage()
const list = '/siteid/leads'

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Leads' }).getByRole('row')
const card = (page: Page): Locator => page.getByRole('region', { name: 'Status and notes' })
const waitForMessage = (page: Page, message: string | RegExp): Promise<void> =>
  page.getByText(message).first().waitFor()

describe('Working a lead', () => {
  it('takes three clicks from the list, and the list and the history tell of it', async () => {
    const page = await stage().newPageOf(people.plumbright, `${list}?status=new`)
    const name = (await rows(page).nth(1).getByRole('link').first().innerText()).split('\n')[0]!
    await rows(page).nth(1).getByRole('link').first().click()
    await card(page).getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Qualified' }).click()
    // Names keep their direction by characters that nobody sees.
    await waitForMessage(page, new RegExp(`${name}.? moved to .?Qualified`))
    await card(page)
      .getByText(/set the status to.*Qualified/)
      .waitFor()
    await page.goto(new URL(`${list}?status=qualified`, page.url()).href)
    await rows(page).filter({ hasText: name }).first().getByText('Qualified', { exact: true }).waitFor()
    expect(await rows(page).getByText('Contacted', { exact: true }).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })

  it('keeps notes that the agency reads, and that their author edits and removes', async () => {
    const page = await stage().newPageOf(people.plumbright, `${list}?status=won`)
    await rows(page).nth(1).getByRole('link').first().click()
    await card(page).getByLabel('New note').fill('Paid the deposit.')
    await card(page).getByRole('button', { name: 'Add note' }).click()
    const note = card(page).getByRole('listitem').filter({ hasText: 'Paid the deposit.' })
    await note.getByRole('button', { name: 'Edit' }).click()
    await card(page).getByLabel('Note', { exact: true }).fill('Paid the deposit by card.')
    await card(page).getByRole('button', { name: 'Save' }).click()
    await card(page).getByText('Paid the deposit by card.').waitFor()
    const leadId = new URL(page.url()).searchParams.get('lead')
    const path = `${list}/${leadId}`

    const agency = await stage().newPageOf(people.acmeOwner, path)
    const agencyRow = card(agency).getByRole('listitem').filter({ hasText: 'Paid the deposit by card.' })
    await agencyRow.getByText(people.plumbright.name).waitFor()
    expect(await agencyRow.getByRole('button').count()).toBe(0)

    const ownRow = card(page).getByRole('listitem').filter({ hasText: 'Paid the deposit by card.' })
    await ownRow.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove note' }).click()
    await waitForMessage(page, 'The note was removed.')
    await card(page)
      .getByText(/wrote a note, which was removed/)
      .waitFor()
  })

  it('changes several leads at once, and gives them back what they had', async () => {
    const page = await stage().newPageOf(people.plumbright, `${list}?status=new`)
    const first = rows(page).nth(1)
    const name = (await first.getByRole('link').first().innerText()).split('\n')[0]!
    await first.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name: 'Lost' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitForMessage(page, 'The change was undone.')
    await rows(page).filter({ hasText: name }).first().getByText('New', { exact: true }).waitFor()
  })

  it('is the same in Arabic and on a phone', async () => {
    const page = await stage().newPageOf(people.plumbright, `${list}?status=won`)
    await rows(page).nth(1).getByRole('link').first().click()
    await page.setViewportSize({ width: 360, height: 800 })
    await turnLanguage(page, 'ar')
    await page.getByRole('region', { name: say('ar')('Status and notes') }).waitFor()
    await waitUntilSettled(page)
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'en')
  })
})
