import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askDesk, waitUntilWhole } from '#demo/commands/ask-desk.ts'
import { choose, start } from './support/campaign.ts'
import { readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()

/** Makes a Search ID campaign of Plumbright's that looks for what the demo's people search for. */
async function makeSearchCampaign(page: Page, name: string): Promise<void> {
  await choose(page, 'Client', 'Plumbright')
  await page.getByRole('textbox', { name: 'Campaign name' }).fill(name)
  await page.getByRole('textbox', { name: 'Keywords', exact: true }).fill('-free')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByText('Enter at least one keyword that is not negative.').waitFor()
  await choose(page, 'Find keywords', 'plumber', 'plu')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Keywords', exact: true }).inputValue())
    .toBe('-free\nplumber')
  await page.getByRole('textbox', { name: 'Keywords', exact: true }).fill('plumber\nsolar\n-free\n-jobs')
  await page.getByText('4 keywords, 2 of them negative').waitFor()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describe('A search becomes a lead', () => {
  it('from the draft to the delivered lead, with the reason of those that did not', async () => {
    const name = 'Searches of the journey'
    await waitUntilWhole(stage().port)
    const page = await stage().newPageOf(people.acmeOwner, '/searchid/campaign-management/new')
    await makeSearchCampaign(page, name)
    const region = page.getByRole('region', { name: 'Searches' })
    await region.getByText('No searches yet.').waitFor()
    expect(await page.getByRole('region', { name: 'Install the pixel' }).count(), 'there is no pixel').toBe(0)
    await start(page)
    await askDesk(stage().port, 'POST', '/searches', 'count=300&seed=7')
    await page.reload()
    await region.getByRole('link', { name: 'All searches' }).click()
    await page.getByRole('heading', { name: 'Searches', level: 1 }).waitFor()
    const table = page.getByRole('table', { name: 'Searches' })
    await table.getByText('Negative keyword').first().waitFor()
    await page.goto(`${page.url()}&reason=lead`)
    await table.getByRole('link').first().click()
    await page.getByRole('region', { name: 'Why it matched' }).getByText('Searched for').waitFor()
    await page.getByText('Number of searches:').waitFor()
    await page.getByRole('region', { name: 'Money', exact: true }).getByText('Client to agency (retail)').waitFor()
    await page.getByRole('region', { name: 'Deliveries' }).waitFor()
    expect((await readDesk(stage().port)).mails.length).toBeGreaterThan(0)
  })

  it('shows its searches in Arabic, each with its reason', async () => {
    const t = say('ar')
    const page = await stage().newPageOf(people.plumbright, '/searchid/visits?reason=lead')
    await turnLanguage(page, 'ar')
    await page.getByRole('heading', { name: t('Searches'), level: 1 }).waitFor()
    await page
      .getByRole('table', { name: t('Searches') })
      .getByRole('link')
      .first()
      .waitFor()
  })
})
