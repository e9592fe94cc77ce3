import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addRecipient, choose, start } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { searchAndList, seeSoldAndDelivered } from './support/searches.ts'
import { useStage } from './support/stage.ts'
import { say, type Say } from './support/texts.ts'

const stage = useStage()

/** Creates a Search ID campaign for Plumbright that looks for searches of the demo's people. */
async function makeSearchCampaign(page: Page, t: Say, name: string): Promise<void> {
  const keywords = page.getByRole('textbox', { name: t('Keywords'), exact: true })
  await choose(page, t('Client'), 'Plumbright')
  await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
  await keywords.fill('-free')
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByText(t('Enter at least one keyword that is not negative.')).waitFor()
  await choose(page, t('Find keywords'), 'plumber', 'plu')
  await expect.poll(() => keywords.inputValue()).toBe('-free\nplumber')
  await keywords.fill('plumber\nsolar\n-free\n-jobs')
  if (t('Keywords') === 'Keywords') await page.getByText('4 keywords, 2 of them negative').waitFor()
  await page.getByRole('textbox', { name: t('Contextual keywords') }).fill('zeppelin moorings')
  await page.getByRole('textbox', { name: t('Notes') }).fill('For the spring')
  await addRecipient(page, t)
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  const searches = page.getByRole('region', { name: t('Searches') })
  for (const text of ['plumber, solar', 'zeppelin moorings', 'free, jobs', 'For the spring'])
    await searches.getByRole('definition').getByText(text, { exact: true }).waitFor()
}

describe.each(['en', 'ar'] as const)('A search becomes a lead (%s)', (locale) => {
  const t = say(locale)

  it('from the draft to the delivered lead, with the reasons why others did not', async () => {
    const name = `Searches of the journey ${locale}`
    const page = await stage().newPageOf(people.acmeOwner, '/searchid/campaign-management/new')
    await turnLanguage(page, locale)
    await makeSearchCampaign(page, t, name)
    await page
      .getByRole('region', { name: t('Searches') })
      .getByText(t('No searches yet. They appear here after the campaign has started and people search.'))
      .waitFor()
    expect(await page.getByRole('region', { name: t('Install the pixel') }).count(), 'there is no pixel').toBe(0)
    await start(page, t)
    const table = await searchAndList(page, t, { port: stage().port, seed: locale === 'en' ? 7 : 17 })
    await page.goto(`${page.url()}&reason=lead`)
    await table.locator('a[href*="/leads/"]').first().click()
    await page
      .getByRole('region', { name: t('Why it matched') })
      .getByText(t('Searched for'))
      .waitFor()
    if (locale === 'en') await page.getByText('Number of searches:').waitFor()
    await seeSoldAndDelivered(page, t)
    await turnLanguage(page, 'en')
  })
})

describe('A client', () => {
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
