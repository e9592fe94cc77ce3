import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './axe.ts'
import { actOnRow, openRowMenu } from './row-actions.ts'

// Steps of the agency tree's journey.

export const agencies = (page: Page) => page.getByRole('table', { name: 'Agencies' })

export const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

/** R230: a product that is still running somewhere cannot be deselected; the message names what is running. */
async function keepRunning(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit .Acme/ }).click()
  await page
    .getByRole('checkbox', { name: /^(Site ID|Visitors)/ })
    .first()
    .click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(
    /still has active campaigns: .?[0-9a-f-]{36}.*Please stop them manually first\./,
  )
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel' }).click()
  // The rejected change was reverted, so there is nothing to discard.
  await page.getByRole('button', { name: 'Save agency' }).waitFor({ state: 'detached' })
}

/** R184, R185: the order of columns, sorting up, down and off, and the message while rows load. */
async function readList(page: Page): Promise<void> {
  let arrive = (): void => undefined
  const hold = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/api/configuration/user/**', (route) => hold.then(() => route.continue()), { times: 1 })
  await go(page, '/configuration/agency-list')
  await page.getByText('Loading data...').waitFor()
  arrive()
  await agencies(page).getByRole('link', { name: 'Brightside Media' }).waitFor()
  const heads = await agencies(page).getByRole('columnheader').allInnerTexts()
  expect(heads.slice(0, 6)).toEqual(['Company name', 'Full name', 'Email', 'Action', 'Sales', 'Created'])
  const head = agencies(page).getByRole('columnheader', { name: 'Created' })
  for (const order of ['ascending', 'descending', 'none']) {
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe(order)
  }
}

/** R206: a long description is truncated, and shown in full on hover. */
async function readWhole(page: Page, cell: Locator): Promise<void> {
  const tooltip = page.getByRole('tooltip')
  const isShown = async (): Promise<boolean> => {
    // A row that re-rendered under the pointer gets no hover event.
    await page.mouse.move(0, 0)
    await cell.hover()
    return tooltip.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(isShown).toBe(true)
  const text = await tooltip.innerText()
  expect(text).toContain('Tidewater Group: Modules')
  expect(await cell.innerText()).toBe(`${text.slice(0, 30)}…`)
}

/** R186, R188: filters, the icons' legend, the developer icon's state and an agency's logs. */
async function checkAgencyList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What the icons mean' }).click()
  const help = page.getByRole('dialog', { name: 'What the icons mean' })
  for (const name of ['View as user', 'Set cost', 'Developer API', 'User logs']) await help.getByText(name).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await help.getByRole('button', { name: 'Close' }).click()
  await help.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('group', { name: 'Developer Api' }).waitFor()
  for (const name of ['Direct Payment', 'Payment Failed', 'API Key Generated'])
    await page.getByRole('checkbox', { name }).waitFor()
  await page.getByRole('checkbox', { name: 'Developer Mode Enabled' }).check()
  await agencies(page).getByRole('link', { name: 'Brightside Media' }).waitFor({ state: 'detached' })
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await actOnRow(page, 'Developer API of', 'Tidewater Group')
  const developer = page.getByRole('dialog', { name: 'Developer API' })
  await developer.getByText('Not accepted').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await developer.getByRole('button', { name: 'Close' }).last().click()
  await developer.waitFor({ state: 'detached' })
  await actOnRow(page, 'User logs of', 'Tidewater Group')
  const logs = page.getByRole('dialog', { name: "Agency User's Logs" })
  const rows = logs.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Changed Company' }) })
  await rows.first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await readWhole(page, rows.first().getByText(/…/))
  await logs.getByRole('button', { name: 'Close' }).click()
  await logs.waitFor({ state: 'detached' })
  await go(page, '/configuration/agency-list')
  await agencies(page).getByRole('link', { name: 'Brightside Media' }).waitFor()
}

/** R188, R190: the operator's staff who look after an agency are chosen in a dialog and named in its row. */
async function assignSales(page: Page): Promise<void> {
  const open = async () => {
    await actOnRow(page, 'Set Sales Person for', 'Tidewater Group')
    return page.getByRole('dialog', { name: 'Set Sales Person' })
  }
  const row = agencies(page).getByRole('row').filter({ hasText: 'Tidewater Group' })
  const dialog = await open()
  const field = dialog.getByRole('combobox', { name: 'Sales representative' })
  await field.click()
  await field.fill('Remy')
  await page.getByRole('option', { name: 'Remy Pace' }).click()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Remy Pace').waitFor()
  // Nobody stays assigned: a commission on this agency's fee would show up in other journeys.
  await (await open()).getByLabel('Clear').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Remy Pace').waitFor({ state: 'detached' })
}

/** R224: a price per lead below the operator's own is reset to it, with a message. */
async function priceBelowFloor(page: Page): Promise<void> {
  await actOnRow(page, 'Set Cost for', 'Tidewater Group')
  const dialog = page.getByRole('dialog', { name: 'Set Cost for Agency' })
  const price = dialog.getByRole('group', { name: 'Enhance ID' }).getByLabel('Cost per lead', { exact: true })
  await price.waitFor()
  const before = await price.inputValue()
  await price.fill('0.1')
  await price.blur()
  const note = await dialog.getByText(/^\*Cost Per Lead Minimum /).innerText()
  expect(note).toBe(`*Cost Per Lead Minimum ${await price.inputValue()}`)
  expect(await findBarriers(page)).toEqual([])
  await price.fill(before)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The list, its rows' icons, the staff and the price floor of an agency. */
export async function checkTree(page: Page): Promise<void> {
  await readList(page)
  await keepRunning(page)
  await checkAgencyList(page)
  await assignSales(page)
  await priceBelowFloor(page)
}

/** An agency's charges in its settings, opened by its operator from the Agency List. */
export async function openCharges(page: Page, agency: string): Promise<Locator> {
  await openRowMenu(page, agency)
  await page.getByRole('menuitem', { name: 'General Settings' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Billing' }).click()
  return page.getByRole('region', { name: 'Charges' })
}

/** The operator refunds a part of a charge that has no invoice. */
export async function refundFee(page: Page): Promise<void> {
  await go(page, '/configuration/agency-list')
  const charges = await openCharges(page, 'Tidewater Group')
  const fee = charges.getByRole('row').filter({ hasText: 'Onboarding charge' })
  await fee.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this charge' })
  await dialog.getByText('You can refund up to $79.60.').waitFor()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.50')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('The refund is being processed.').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  // A job sends it to the gateway.
  await expect
    .poll(async () => {
      await page.reload()
      await fee.waitFor()
      return fee.getByText(/\$1\.50.* refunded/).count()
    })
    .toBe(1)
  await fee.getByText('Partly refunded').waitFor()
  await fee.getByRole('button', { name: 'Credit notes' }).click()
  const notes = page.getByRole('dialog', { name: 'Credit notes' })
  await notes.getByRole('button', { name: /^Download credit note .CP-/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await notes.getByRole('button', { name: 'Close' }).click()
}
