import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { chooseFile } from './support/choose-file.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'
import { visit } from './support/visit.ts'

const stage = useStage()
// One language in the everyday run; the journey of banners covers the other one.
const locales = sampleOf<readonly Locale[]>(['ar'], ['en', 'ar'])
const campaignPath = `/siteid/campaign-management/${demoId('Plumbright Emergency plumbing site')}`

const choose = async (page: Page, t: Say, name: string, content: string): Promise<void> => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await chooseFile(page, page.getByRole('button', { name: t('Upload CSV file') }), file)
}
const history = (page: Page, t: Say): Locator => page.getByRole('list', { name: t('History') }).getByRole('listitem')

// R249 to R258, T125, T131, T132, T133, T134, T135: a client adds people to its exclusion list and removes them.
describe.each(locales)('7. A client manages its exclusion list (%s)', (locale: Locale) => {
  const t = say(locale)

  it('and sees errors in a file, has a good one accepted, clears the list, and undoes that', async () => {
    const person = personFor(`excluded in ${locale}`)
    const page = await stage().newPageOf(people.plumbright, '/user/exclusion-list')
    stage().allow(page, /status of 4\d\d/)
    await turnLanguage(page, locale)

    await choose(page, t, 'list.txt', person.email)
    await page.getByText(t('Invalid file format. This upload only supports CSV files.')).waitFor()
    const many = Array.from({ length: 10_001 }, (_none, n) => `p${n}@example.com`).join('\n')
    await choose(page, t, 'many.csv', many)
    const alert = page.getByRole('alert')
    await alert.getByText(t('Whoops that did not work, please check your file for errors and try again')).waitFor()
    await alert.getByText(t('The file has more than 10,000 records.')).waitFor()

    await page.route('**/tools/optout/client/upload', async (route) => {
      await page.getByText(t('Please Wait, your file being upload ...')).waitFor()
      await route.continue()
    })
    await choose(page, t, `Old Customers ${locale}.csv`, `email\n${person.email}\n`)
    await page.getByText(t('Your Suppression file has been Submitted, Thank you!')).waitFor()
    // R252: the next file resets what was said about the last one.
    await page.getByText(t('The file has more than 10,000 records.')).waitFor({ state: 'detached' })
    await history(page, t)
      .first()
      .getByRole('button', { name: t('Undo') })
      .waitFor()
    expect(await history(page, t).first().innerText()).toContain(`old_customers_${locale}.csv`)

    const site = stage().origin('plumbright.localhost')
    await visit(await stage().newVisitor(), `${site}/?hem=${person.md5}`)
    const visits = await stage().newPageOf(people.plumbright, '/siteid/visits')
    await visits.getByText(say('en')('On the client’s exclusion list.')).first().waitFor()
    await visits.close()

    await page.route('**/suppressionlist/purge/**', (route) => route.abort(), { times: 1 })
    stage().allow(page, /ERR_FAILED/)
    await page.getByRole('button', { name: t('Purge list') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Purge list') })
      .click()
    const failure = page.getByRole('dialog', { name: t('There was an error processing your request.') })
    await failure.getByRole('button', { name: t('Close') }).click()

    await page.getByRole('button', { name: t('Purge list') }).click()
    const question = page.getByRole('dialog', { name: t('Are you sure you want to purge existing records?') })
    await question.getByRole('button', { name: t('Purge list') }).click()
    await page.getByRole('dialog', { name: t('Exclusion list purged') }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // R258: nothing is left to purge, and the server says so in its own words.
    await page.getByRole('button', { name: t('Purge list') }).click()
    await question.getByRole('button', { name: t('Purge list') }).click()
    const nothing = page.getByRole('dialog', { name: t('Nothing to purge') })
    await nothing.getByRole('alert').getByText(t('This exclusion list is empty.')).waitFor()
    await nothing.getByRole('button', { name: t('Close') }).click()
    await history(page, t)
      .first()
      .getByRole('button', { name: t('Undo') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Undo') })
      .click()
    await page.getByText(t('The list was restored.')).waitFor()
    await history(page, t).first().getByText(t('Undone')).waitFor()
  })
})

describe('An upload in progress', () => {
  it('R253: is asked about every two seconds, until there is none', async () => {
    const page = await stage().newPageOf(people.plumbright, '/siteid/dashboard')
    const answered_ms: number[] = []
    await page.route('**/api/exclusion/company/**', async (route) => {
      const job = { id: demoId('an upload'), filename: 'a.csv', percentage: 40, current_row: 4, total_row: 10 }
      const jobProgress = answered_ms.push(Date.now()) < 3 ? [job] : []
      const list = { level: 'client', name: 'Plumbright', addresses: 0, grace_days: 3, changes: [], jobDone: [] }
      await route.fulfill({ json: { result: 'success', data: { ...list, jobProgress } } })
    })
    await page.goto(`${stage().origin(people.plumbright.host)}/user/exclusion-list`)
    await expect.poll(() => answered_ms.length, { timeout: 15_000 }).toBe(3)
    const [first, second, third] = answered_ms as [number, number, number]
    // From the first one, because a busy machine may see the second late and the third on time.
    expect(second - first).toBeGreaterThan(1_900)
    expect(third - first).toBeGreaterThan(3_900)
    await page.waitForTimeout(3_000)
    expect(answered_ms).toHaveLength(3)
  })
})

describe('Other exclusion lists', () => {
  it.each([
    ['the operator’s, from the sidebar', people.root, '/configuration/agency-list', 'Exclusion List'],
    ['an agency’s, from its clients', people.acmeOwner, '/configuration/client-management', 'Exclusion List'],
    ['a campaign’s, from its page', people.acmeOwner, `${campaignPath}?tab=settings`, 'Open exclusion list'],
  ] as const)('%s', async (_what, login, path, link) => {
    const page = await stage().newPageOf(login, path)
    await page.getByRole('link', { name: link }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Exclusion List' }).waitFor()
    await choose(page, say('en'), 'nobody.csv', `nobody.${demoId(link + path).slice(0, 8)}@example.com`)
    await history(page, say('en')).first().getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The upload was undone.').waitFor()
  })

  it('include a setting by the operator for how many days leads are credited, which an agency can see', async () => {
    const root = await stage().newPageOf(people.root, '/configuration/opt-out-list')
    const days = root.getByRole('textbox', { name: 'Grace period in days' })
    await days.fill('4')
    await root.getByRole('button', { name: 'Save' }).click()
    await root.getByText('Your settings have been saved.').first().waitFor()
    const agency = await stage().newPageOf(people.acmeOwner, '/configuration/exclusion-list')
    await agency.getByText(/excluded within 4 days of its capture is credited/).waitFor()
    await days.fill('3')
    await root.getByRole('button', { name: 'Save' }).click()
    await root.getByText(/excluded within 3 days/).waitFor()
  })
})
