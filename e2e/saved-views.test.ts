import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose } from './support/campaign.ts'
import { findBarriers } from './support/axe.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

const leads = (page: Page) => page.getByRole('table', { name: 'Leads' })
const filters = (page: Page) => page.getByRole('group', { name: 'Active filters' })
const headers = (page: Page) => leads(page).getByRole('columnheader').allInnerTexts()

const campaignHeader = (page: Page) => leads(page).getByRole('columnheader', { name: 'Campaign', exact: true })
const campaignWidth_px = (page: Page): Promise<number> =>
  campaignHeader(page).evaluate((header) => header.getBoundingClientRect().width)

async function dragEndOfCampaign(page: Page, by_px: number): Promise<void> {
  const { x, y, width, height } = (await campaignHeader(page).boundingBox())!
  await page.mouse.move(x + width - 3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 3 + by_px, y + height / 2, { steps: 4 })
  await page.mouse.up()
}

/** The downloaded file, as rows by column name. */
async function download(page: Page): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return parse(await readFile(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
}

describe('A saved view of the leads', () => {
  it('keeps filters, days and columns with their widths, is opened with two clicks from the list, and its file has what it shows', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    await leads(page).getByRole('row').nth(1).waitFor()
    await choose(page, 'Captured', 'Last 90 days')
    await page.getByRole('button', { name: 'More filters' }).click()
    await choose(page, 'Type', 'Leads')
    await filters(page).getByRole('button', { name: /Type/ }).waitFor()
    await page.getByRole('button', { name: 'Columns and density' }).click()
    await page.getByRole('checkbox', { name: 'Price', exact: true }).click()
    await page.getByRole('checkbox', { name: 'City', exact: true }).click()
    await page.getByRole('button', { name: 'Move City up' }).click()
    const usualWidth_px = await campaignWidth_px(page)
    await page.getByRole('button', { name: 'Make Campaign wider' }).click()
    await expect.poll(() => campaignWidth_px(page)).toBeGreaterThan(usualWidth_px)
    await page.keyboard.press('Escape')
    await dragEndOfCampaign(page, 80)
    await expect.poll(() => campaignWidth_px(page)).toBeGreaterThan(usualWidth_px + 90)
    await expect
      .poll(() => headers(page))
      .toEqual(['Select', 'Name', 'Contact', 'Status', 'Campaign', 'Match', 'City', 'Captured'])

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Last quarter')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('The view was saved.').waitFor()

    await filters(page).getByRole('button', { name: /Type/ }).click()
    await page.getByText('View changed').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await filters(page).getByRole('button', { name: /Type/ }).waitFor()
    await page.getByText('View changed').waitFor({ state: 'detached' })

    await page.goto(`${new URL(page.url()).origin}/siteid/dashboard`)
    await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).first().click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Last quarter' }).click()
    await filters(page)
      .getByRole('button', { name: /Captured Last 90 days · Days in America\/New_York/ })
      .waitFor()
    await expect.poll(() => campaignWidth_px(page)).toBeGreaterThan(usualWidth_px + 90)
    await waitUntilSettled(page)
    expect(await findBarriers(page)).toEqual([])

    const rows = await download(page)
    const total = /of ([\d,]+)/.exec(await page.getByText(/^1–\d+ of [\d,]+$/).innerText())![1]!
    expect(rows).toHaveLength(Number(total.replaceAll(',', '')))
    expect(Object.keys(rows[0]!)).toEqual(expect.arrayContaining(['First name', 'Email', 'Status', 'City']))
    expect(Object.keys(rows[0]!)).not.toContain('Price')

    await page.getByRole('button', { name: 'Last quarter' }).click()
    await page.getByRole('menuitem', { name: 'Remove view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove view' }).click()
    await page.getByText('The view was removed.').waitFor()
  })
})
