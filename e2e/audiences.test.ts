import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose, makeCampaign, newCampaign, openPart } from './support/campaign.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

describe('An agency creates an audience for a client', () => {
  it('and sees its size while choosing conditions; a campaign includes and excludes people by it', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/Audience')
    await page.getByRole('link', { name: 'New audience' }).click()
    await page.getByRole('heading', { name: 'New audience', level: 1 }).waitFor()
    await choose(page, 'Client', 'Harbor Realty')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('House hunters')
    const size = page.getByTestId('audience-size').getByRole('status')
    await size.getByText('Add a condition to see how many people match.').waitFor()
    await page.getByRole('button', { name: 'Add a condition to include' }).click()
    await choose(page, 'Subject of condition 1', 'Home state')
    await choose(page, 'Values of condition 1', 'Illinois')
    await page.keyboard.press('Escape')
    await size.getByText(/^About [\d,]+ people$/).waitFor()
    // Small counts are hidden to protect privacy.
    await page.getByRole('button', { name: 'Add a condition to include' }).click()
    await page.getByRole('textbox', { name: 'URL contains' }).fill('/no-such-page')
    await size.getByText('Fewer than 10 people').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove condition 2' }).click()
    await page.getByRole('button', { name: 'Save audience' }).click()
    const row = page.getByRole('row').filter({ hasText: 'House hunters' })
    await row.getByText('No campaign').waitFor()

    await page.goto(`${stage().origin('acme.localhost')}${newCampaign}`)
    const site = 'https://harborrealty.example'
    await makeCampaign(page, { client: 'Harbor Realty', name: 'Hunters only', site }, async () => {
      await choose(page, 'Only people in', 'House hunters')
      await page.keyboard.press('Escape')
    })
    await openPart(page, 'Settings')
    await page
      .getByRole('region', { name: 'Settings' })
      .getByText(/^Only people in .House hunters/)
      .waitFor()

    await page.goto(`${stage().origin('acme.localhost')}/Audience`)
    await row.getByText('1 campaign').waitFor()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: /^Remove .House hunters/ }).click()
    await page.getByRole('dialog').getByText('Hunters only').waitFor()
  })
})
