import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requestDesk } from '#demo/commands/request-desk.ts'
import { demoId } from '#demo/world.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { choose } from './support/campaign.ts'
import { readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'

const stage = useStage()
// One language in the everyday run.
const locales = sampleOf<readonly Locale[]>(['en'], ['en', 'ar'])
const solar = `/searchid/campaign-management/${demoId('Solstice Solar Solar shoppers')}`
const plumbing = `/searchid/campaign-management/${demoId('Plumbright Emergency plumbing searches')}`

const tableOf = (page: Page, t: Say): Locator => page.getByRole('table', { name: t('Keyword counts') })

/** Creates a Search ID campaign for Harbor Realty and opens its counts. */
async function openCounts(page: Page, name: string, t: Say): Promise<void> {
  await choose(page, t('Client'), 'Harbor Realty')
  await page.getByRole('textbox', { name: t('Campaign name') }).fill(name)
  await page.getByRole('textbox', { name: t('Keywords'), exact: true }).fill('plumber')
  await page.getByRole('button', { name: t('Create campaign') }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('link', { name: t('Keyword counts') }).click()
  await page.getByRole('heading', { name: t('Keyword counts'), level: 1 }).waitFor()
}

// R210 to R217: 8 of features: an agency counts before it pays.
describe.each(locales)('An agency counts who searched (%s)', (locale) => {
  const t = say(locale)

  it('in a queue until it is done and emailed, and applies it to the campaign', async () => {
    const name = `Counted by the journey ${locale}`
    await requestDesk(stage().port, 'POST', '/searches', 'count=400&seed=11')
    const page = await stage().newPageOf(people.acmeOwner, '/searchid/campaign-management/new')
    await turnLanguage(page, locale)
    await openCounts(page, name, t)
    await page.getByText(t('No counts yet')).waitFor()
    await page
      .getByRole('button', { name: t('Count people') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('Count people') })
    const keywords = dialog.getByRole('textbox', { name: t('Keywords') })
    expect(await keywords.inputValue(), 'begins with what the campaign has').toBe('plumber')
    await keywords.fill('plumber\nsolar\n-free')
    await choose(page, t('Target Location'), t('Zip Code'))
    const zips = dialog.getByRole('textbox', { name: t('ZIP codes') })
    await zips.fill('60601 60602,abc')
    expect(await zips.inputValue(), 'R129').toBe('60601\n60602\n')
    await choose(page, t('Target Location'), t('National Targeting'))
    await dialog.getByRole('button', { name: t('Count people') }).click()
    await page.getByText(t('Your count is in the queue.')).waitFor()
    const row = tableOf(page, t).getByRole('row').nth(1)
    await row.getByText(t('Success')).waitFor({ timeout: 90_000 })
    expect(await row.innerText()).toContain('plumber, solar, -free')

    await row.getByRole('button', { name: t('Apply') }).click()
    const question = page.getByRole('dialog', { name: t('Apply this count to the campaign?') })
    await question.getByText(t('(unchanged)')).waitFor()
    await question.getByRole('radio', { name: t('Keywords only') }).click()
    await question.getByRole('button', { name: t('Apply to campaign') }).click()
    await page.getByText(t('Changes saved successfully')).waitFor()
    await page.getByRole('link', { name: t('Campaign'), exact: true }).click()
    await page
      .getByRole('region', { name: t('Searches') })
      .getByText('plumber, solar')
      .waitFor()

    await page.goto(`${stage().origin(people.acmeOwner.host)}/configuration/general-setting?section=user-logs`)
    const entry = page
      .getByRole('row')
      .filter({ hasText: t('Keyword count applied') })
      .first()
    expect(await entry.innerText()).toContain(t('Keywords'))
    const title = (await translatorOf(locale))('Keyword count done: {campaign}', { campaign: name })
    const findMail = async () => (await readDesk(stage().port)).mails.find(({ subject }) => subject === title)
    await expect.poll(async () => (await findMail())?.to).toEqual([people.acmeOwner.email])
    expect((await findMail())?.text).toContain('/keyword-counts')
  })
})

describe('An agency that counts', () => {
  it('retries a failed count, and sorts and filters the history', async () => {
    const page = await stage().newPageOf(people.acmeOwner, `${plumbing}/keyword-counts?status=failed`)
    const table = tableOf(page, say('en'))
    const row = table.getByRole('row').filter({ hasText: 'emergency plumber' })
    await row.getByText('Server might be busy. Please try again later.').waitFor()
    await row.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Your count is in the queue.').waitFor()
    await row.waitFor({ state: 'detached' })
    await page.goto(page.url().replace(/\?.*/, ''))
    await row.getByText(/^(Success|No Result)$/).waitFor()
    const head = table.getByRole('columnheader', { name: 'Historical Count' })
    for (const sort of ['ascending', 'descending', 'none']) {
      await head.getByRole('button').click()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(sort)
    }
  })

  it.each(locales)('is told in %s that a count waits', async (locale) => {
    const t = say(locale)
    const page = await stage().newPageOf(people.brightsideOwner, `${solar}/keyword-counts`)
    await turnLanguage(page, locale)
    await page
      .getByText(
        t(
          'Our servers are experiencing heavy usage at this time. Your results may be delayed by more than one hour. You will receive an email when the process is complete.',
        ),
      )
      .waitFor()
    const table = tableOf(page, t)
    for (const name of ['No', 'Target Location', 'Keyword', 'Keyword Found', 'Historical Count', 'Status', 'Created'])
      await table.getByRole('columnheader', { name: t(name), exact: true }).waitFor()
    await table.getByText(t('Pending')).waitFor()
    await table
      .getByText(locale === 'ar' ? /^(نعم|لا)$/ : /^(Yes|No)$/)
      .last()
      .waitFor()
  })
})
