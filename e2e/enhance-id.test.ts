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

/** Makes an Enhance ID campaign of Plumbright's; what it may not be is refused first. */
async function makeEnhanceCampaign(page: Page, name: string): Promise<void> {
  await choose(page, 'Client', 'Plumbright')
  await page.getByRole('textbox', { name: 'Campaign name' }).fill(name)
  await page.getByRole('textbox', { name: 'Keywords', exact: true }).fill('plumber\nsolar\n-free\n-jobs')
  expect(
    await page.getByRole('checkbox', { name: 'Phone number', exact: true }).count(),
    'complete records are not a choice',
  ).toBe(0)
  await page.getByRole('radio', { name: 'State' }).check()
  await page.getByRole('combobox', { name: 'States' }).fill('Palau')
  await page.getByRole('option', { name: /^Palau – too few people: 0 of \d+$/ }).waitFor()
  await page.getByRole('radio', { name: 'National Targeting' }).check()
  await page.getByText(/A limit is at least \d+ leads a day\./).waitFor()
  stage().allow(page, /status of 422/)
  await page.getByRole('textbox', { name: 'Maximum leads' }).fill('1')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByText(/Enter \d+ or more\./).waitFor()
  await page.getByRole('textbox', { name: 'Maximum leads' }).fill('200')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describe('A search of somebody known well becomes a lead', () => {
  it('from the draft to the delivered lead, with what is known and the reason of those that did not', async () => {
    const name = 'Well known searchers'
    await waitUntilWhole(stage().port)
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/campaign-management/new')
    await makeEnhanceCampaign(page, name)
    await page.getByRole('region', { name: 'Complete records' }).getByText('At least 5 kinds of information').waitFor()
    await start(page)
    await askDesk(stage().port, 'POST', '/searches', 'count=300&seed=8')
    await page.reload()
    await page.getByRole('region', { name: 'Searches' }).getByRole('link', { name: 'All searches' }).click()
    const table = page.getByRole('table', { name: 'Searches' })
    await table.getByText('Negative keyword').first().waitFor()
    const searches = page.url()
    await page.goto(`${searches}&reason=too_little_known`)
    await table.getByText('Too little known').first().waitFor()
    await page.goto(`${searches}&reason=lead`)
    await table.getByRole('link').first().click()
    await page.getByRole('region', { name: 'Advance information' }).getByText('Age band').waitFor()
    await page.getByText('Kinds of information required: 5').waitFor()
    await page.getByRole('region', { name: 'Money', exact: true }).getByText('Client to agency (retail)').waitFor()
    await page.getByRole('region', { name: 'Deliveries' }).waitFor()
    expect((await readDesk(stage().port)).mails.length).toBeGreaterThan(0)
  })

  it('shows its dashboard and its searches in Arabic', async () => {
    const t = say('ar')
    const page = await stage().newPageOf(people.plumbright, '/enhanceid/visits?reason=too_little_known')
    await turnLanguage(page, 'ar')
    await page.getByRole('heading', { name: t('Searches'), level: 1 }).waitFor()
    await page
      .getByRole('table', { name: t('Searches') })
      .getByText(t('Too little known'))
      .first()
      .waitFor()
  })
})
