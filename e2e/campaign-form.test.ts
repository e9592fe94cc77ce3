import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose, newCampaign } from './support/campaign.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

describe('A campaign is created', () => {
  it('by its three essentials; folded groups say what is set, and open for a wrong field and for a link to one', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await choose(page, 'Client', 'Cedar Dental')
    await page.getByText(/^From the client’s defaults: Limit \d+/).waitFor()
    const schedule = page.locator('summary').filter({ hasText: 'Schedule and limit' })
    expect(await schedule.innerText()).toMatch(/to .?no end.? · Limit \d+/)
    expect(await findBarriers(page)).toEqual([])
    await schedule.click()
    const limit = page.getByRole('textbox', { name: 'Maximum leads' })
    await limit.fill('0')
    await schedule.click()
    expect(await limit.isVisible()).toBe(false)
    await page.getByRole('textbox', { name: 'Campaign name' }).fill('Only the essentials')
    await page.getByRole('textbox', { name: 'Site address' }).fill('cedardental.example')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByText('Enter a number of leads from 1 to 1,000,000.').waitFor()
    await expect.poll(() => limit.evaluate((one) => one === document.activeElement)).toBe(true)
    await limit.fill('7')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('heading', { name: 'Only the essentials', level: 1 }).waitFor()
    await page.goto(`${page.url()}/edit#endDate`)
    await expect.poll(() => page.getByLabel('End date').evaluate((one) => one === document.activeElement)).toBe(true)
  })
})
