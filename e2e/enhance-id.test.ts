import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addRecipient, choose, start } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { searchAndList, seeSoldAndDelivered } from './support/searches.ts'
import { useStage } from './support/stage.ts'
import { say, type Say } from './support/texts.ts'

const stage = useStage()

/** Sentences with numbers vary in Arabic, so they are only checked in English. */
const isEnglish = (t: Say): boolean => t('State') === 'State'

/** Creates an Enhance ID campaign for Plumbright, after an invalid attempt is rejected. */
async function makeEnhanceCampaign(page: Page, t: Say, name: string): Promise<void> {
  const limit = page.getByRole('textbox', { name: t('Maximum leads') })
  await choose(page, t('Client'), 'Plumbright')
  await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
  await page.getByRole('textbox', { name: t('Keywords'), exact: true }).fill('plumber\nsolar\n-free\n-jobs')
  await addRecipient(page, t)
  expect(
    await page.getByRole('checkbox', { name: t('Phone number'), exact: true }).count(),
    'complete records are not a choice',
  ).toBe(0)
  await page.getByRole('radio', { name: t('State') }).check()
  await page.getByRole('combobox', { name: t('States') }).fill('Palau')
  await page.getByRole('option', { name: isEnglish(t) ? /^Palau – too few people: 0 of \d+$/ : /Palau.+\d/ }).waitFor()
  await page.getByRole('radio', { name: t('National Targeting') }).check()
  if (isEnglish(t)) await page.getByText(/The limit must be at least \d+ leads a day\./).waitFor()
  stage().allow(page, /status of 422/)
  await limit.fill('1')
  await Promise.all([
    page.waitForResponse((response) => response.status() === 422),
    page.getByRole('button', { name: t('Create campaign') }).click(),
  ])
  await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true')
  if (isEnglish(t)) await page.getByText(/Enter \d+ or more\./).waitFor()
  await limit.fill('200')
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describe.each(['en', 'ar'] as const)('A search by a person with a complete record becomes a lead (%s)', (locale) => {
  const t = say(locale)

  it('from the draft to the delivered lead, with known facts and the reasons why others did not', async () => {
    const name = `Well known searchers ${locale}`
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/campaign-management/new')
    await turnLanguage(page, locale)
    await makeEnhanceCampaign(page, t, name)
    const records = page.getByRole('region', { name: t('Complete records') })
    await records.waitFor()
    if (isEnglish(t)) await records.getByText('At least 5 types of information').waitFor()
    await start(page, t)
    const table = await searchAndList(page, t, { port: stage().port, seed: locale === 'en' ? 8 : 18 })
    const searches = page.url()
    await page.goto(`${searches}&reason=too_little_known`)
    await table.getByText(t('Too little information')).first().waitFor()
    await page.goto(`${searches}&reason=lead`)
    await table.locator('a[href*="/leads/"]').first().click()
    await page
      .getByRole('region', { name: t('Advance information') })
      .getByText(t('Age band'))
      .waitFor()
    if (isEnglish(t)) await page.getByText('Types of information required: 5').waitFor()
    await seeSoldAndDelivered(page, t)
    await turnLanguage(page, 'en')
  })
})

describe('A client', () => {
  it('shows its dashboard and its searches in Arabic', async () => {
    const t = say('ar')
    const page = await stage().newPageOf(people.plumbright, '/enhanceid/visits?reason=too_little_known')
    await turnLanguage(page, 'ar')
    await page.getByRole('heading', { name: t('Searches'), level: 1 }).waitFor()
    await page
      .getByRole('table', { name: t('Searches') })
      .getByText(t('Too little information'))
      .first()
      .waitFor()
  })
})
