import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const password = 'a lamp beside the sea'

const agencies = (page: Page) => page.getByRole('table', { name: 'Agencies' })

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add agency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agency' })
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await dialog.getByText('Enter the full name').waitFor()
  await dialog.getByLabel('Company name').fill('Tidewater Media')
  await dialog.getByLabel('Full name').fill('Tessa Tide')
  await dialog.getByLabel('E-mail').fill('tessa@tidewater.test')
  await dialog.getByLabel('Subdomain').fill('acme')
  await dialog.getByText('This subdomain is taken.').waitFor()
  await dialog.getByLabel('Subdomain').fill('tidewater')
  await dialog.getByText('This subdomain is free.').waitFor()
  // R008: it is marked as tried out.
  await dialog.getByRole('checkbox', { name: 'B2B ID Beta' }).uncheck()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await page.getByText('Data has been added successfully').waitFor()
  await agencies(page).getByRole('link', { name: 'Tidewater Media Invited' }).waitFor()
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit .Tidewater Media/ }).click()
  await page.getByLabel('Company name').fill('Tidewater Group')
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText('Please enter valid phone number').waitFor()
  await page.getByRole('textbox', { name: 'Phone number' }).pressSequentially('2015550199')
  expect(await page.getByRole('checkbox', { name: 'B2B ID Beta' }).isChecked()).toBe(false)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText('Data has been updated successfully').first().waitFor()
  await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor()
}

/** Prices are typed, never pasted, and what changes is shown before it is saved (R221 to R224). */
async function price(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Set Cost for .Tidewater Group/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Cost for Agency' })
  const product = dialog.getByRole('group', { name: 'Site ID' })
  const fee = product.getByLabel('Platform fee per week')
  await fee.waitFor()
  expect(await fee.inputValue()).toBe('0.00')
  await fee.fill('')
  await fee.pressSequentially('-1e9.9.99x')
  await fee.blur()
  expect(await fee.inputValue()).toBe('19.99')
  await product.getByLabel('Cost per lead', { exact: true }).fill('0.4')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByRole('list', { name: 'What changes' }).getByText('$0.50').waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toHaveLength(2)
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save costs' }).click()
  await page.getByText('Your settings have been saved.').waitFor()
  await page.getByRole('button', { name: /^Set Cost for .Tidewater Group/ }).click()
  await expect.poll(() => product.getByLabel('Cost per lead', { exact: true }).inputValue()).toBe('0.40')
  await dialog.getByRole('tab', { name: 'One Time' }).click()
  await product.getByLabel('Platform fee', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

/** From the invitation to the agency's own host. */
async function comeIn(): Promise<void> {
  const link = async () => {
    const { mails } = await readDesk(stage().port)
    return /http:\S+/.exec(mails.find(({ to }) => to.includes('tessa@tidewater.test'))?.text ?? '')?.[0]
  }
  await expect.poll(link).toContain('tidewater.localhost')
  const page = await stage().newPage()
  await page.goto((await link())!)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill('tessa@tidewater.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Account of Tessa Tide' }).waitFor()
  expect(new URL(page.url()).hostname).toBe('tidewater.localhost')
}

describe('1. The operator and a first agency', () => {
  it('adds it, changes it in its row, sees its owner come in, deletes it and brings it back', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await add(page)
    await edit(page)
    await price(page)
    await comeIn()
    await page.getByRole('button', { name: /^Delete .Tidewater Group/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete agency' }).click()
    await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor()
  })
})
