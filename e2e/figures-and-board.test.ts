import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose } from './support/campaign.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

const filters = (page: Page) => page.getByRole('group', { name: 'Active filters' })
const column = (page: Page, status: string) => page.getByRole('region', { name: new RegExp(`^${status}`) })

describe('Lists, figures and the board', () => {
  it('keep a view of visits, with its filters and without the column that was left out', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/visits')
    const table = page.getByRole('table', { name: 'Visits' })
    await table.getByRole('row').nth(1).waitFor()
    await choose(page, 'Reason', 'Lead')
    await page.getByRole('button', { name: 'Columns and density' }).click()
    await page.getByRole('checkbox', { name: 'Matched by' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Became leads')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('The view was saved.').waitFor()

    await page.goto(`${new URL(page.url()).origin}/siteid/visits`)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Became leads' }).click()
    await filters(page)
      .getByRole('button', { name: /Reason/ })
      .waitFor()
    expect(await table.getByRole('columnheader').allInnerTexts()).not.toContain('Matched by')
    await page.getByRole('button', { name: 'Became leads' }).click()
    await page.getByRole('menuitem', { name: 'Remove view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove view' }).click()
    await page.getByText('The view was removed.').waitFor()
  })

  it('lead from a figure, and from a day of the chart’s table, to as many leads', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard?days=7&view=table')
    const rows = page.getByRole('table', { name: 'Metrics by day' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(8)
    const counts = (await rows.locator('td:nth-child(2)').allInnerTexts()).map(Number)
    const total = async (): Promise<number> => {
      const text = await page.getByText(/^1–\d+ of [\d,]+$/).innerText()
      return Number(/of ([\d,]+)/.exec(text)![1]!.replaceAll(',', ''))
    }
    const expectLeads = async (count: number): Promise<void> => {
      await page.waitForURL(/\/siteid\/leads/)
      await expect.poll(total).toBe(count)
      await page.goBack()
    }
    await rows.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expectLeads(counts.find((count) => count > 0)!)
    await page.getByRole('group', { name: 'Leads', exact: true }).getByRole('link').click()
    await expectLeads(counts.reduce((sum, count) => sum + count, 0))
  })

  it('move a lead on the board by keyboard, with its focus, and back', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads?layout=board')
    const card = column(page, 'New').getByRole('listitem').first()
    const name = await card.getByRole('link').innerText()
    await waitUntilSettled(page)
    expect(await findBarriers(page)).toEqual([])
    await card.getByRole('button', { name: /^Move/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Contacted' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(/is .*Contacted.* now/).waitFor()
    const focus = column(page, 'Contacted').locator('a:focus')
    await expect.poll(() => focus.allInnerTexts()).toEqual([name])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change was undone.').waitFor()
    await column(page, 'New').getByRole('link', { name, exact: true }).first().waitFor()
  })
})
