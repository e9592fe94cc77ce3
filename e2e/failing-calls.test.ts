import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { makeCampaign, newCampaign } from './support/campaign.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { actOnRow } from './support/row-actions.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const busy = 'Come back at noon.'
const campaign = `/siteid/campaign-management/${demoId('Plumbright Emergency plumbing site')}`
const searches = `/searchid/campaign-management/${demoId('Plumbright Emergency plumbing searches')}`
const json = { result: 'failed', code: 'overloaded', message: busy, request_id: '' }

/** Makes a call fail from now on. */
async function failing(page: Page, path: string, method: string): Promise<void> {
  stage().allow(page, /status of 503/)
  await page.route(`**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 503, json }) : route.continue(),
  )
}

/** Expects the failure within a part of the page, and none after a retry that succeeds. */
async function retries(page: Page, part: Locator): Promise<void> {
  const error = part.getByRole('alert').filter({ hasText: busy })
  const retry = error.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await page.unrouteAll()
  const recovery = error.waitFor({ state: 'detached' })
  // A call that is repeated now and then may have succeeded by itself meanwhile.
  await Promise.race([retry.click(), recovery])
  await recovery
}

describe('A call that fails', () => {
  it('is reported although its dialog was closed with the keyboard meanwhile', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    stage().allow(page, /status of 503/)
    let answer = (): void => undefined
    const hold = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/configuration/user/remove/**', async (route) => {
      await hold
      await route.fulfill({ status: 503, json })
    })
    await actOnRow(page, 'Delete', 'Cedar Dental')
    const dialog = page.getByRole('dialog', { name: 'Delete this client?' })
    await dialog.getByRole('button', { name: 'Delete client' }).click()
    await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    answer()
    await dialog.getByText(busy).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('says so when a snoozed line of the inbox cannot be brought back', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/inbox')
    await page
      .getByRole('button', { name: /^Snooze/ })
      .first()
      .click()
    const snooze = page.getByRole('dialog', { name: 'Snooze' })
    await snooze.getByRole('button', { name: 'Snooze', exact: true }).click()
    await snooze.waitFor({ state: 'detached' })
    await page.goto(`${stage().origin(people.acmeOwner.host)}/inbox?state=snoozed`)
    await failing(page, '/api/inbox/snooze', 'POST')
    const wake = page.getByRole('button', { name: /^Unsnooze/ })
    await wake.click()
    await page.getByRole('alert').getByText(busy).waitFor()
    await page.unrouteAll()
    await wake.click()
    await wake.waitFor({ state: 'detached' })
  })

  it('says so when a switch of an agency cannot be saved', async () => {
    const agency = `company=${demoId('Acme Growth')}`
    const page = await stage().newPageOf(people.root, `/configuration/general-setting?${agency}&section=branding`)
    await failing(page, '/api/configuration/setting', 'PUT')
    await page.getByRole('switch', { name: 'Sidebar and text in the colors of the agency' }).click()
    await page.getByRole('alert').getByText(busy).waitFor()
  })

  it('is shown with a way to retry where the questionnaire would be', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/user/questionnaire')
    await failing(page, '/api/user/questionnaire/**', 'GET')
    await page.goto(`${stage().origin(people.acmeOwner.host)}/user/questionnaire-add`)
    await page.getByText(busy).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Save answers' }).waitFor()
  })

  it.each([
    ['drafts', 'Ready to start', '/siteid/campaign-management', '/api/leadspeek/client/drafts/**'],
    ['prepaid leads', 'Prepaid leads', campaign, '/api/leadspeek/client/local/currenttopup/**'],
    ['latest searches', 'Searches', searches, '/api/leadspeek/visit/**'],
  ])('is shown with a way to retry where the %s would be', async (_what, name, path, call) => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await failing(page, call, 'GET')
    await page.goto(`${stage().origin(people.acmeOwner.host)}${path}`)
    await retries(page, page.getByRole('region', { name, exact: true }))
  })

  it('is shown with a way to retry after the field whose options it would read', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await failing(page, '/api/leadspeek/topic', 'GET')
    await page.goto(`${stage().origin(people.acmeOwner.host)}${searches}/edit`)
    await retries(page, page.getByRole('main'))
    await page.getByRole('combobox', { name: 'Topics' }).click()
    await page.getByRole('option').first().waitFor()
  })

  it('is shown with a way to retry where an item of the inbox is assigned to a colleague', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/inbox')
    await failing(page, '/api/inbox/*/colleagues', 'GET')
    const more = page.getByRole('button', { name: /^More for/ })
    await more.first().click()
    await page.getByRole('menuitem', { name: /^Assign/ }).click()
    await retries(page, page.getByRole('dialog', { name: 'Assign' }))
  })

  it('is not taken for a search that finds nothing, and is repeated when the list opens again', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await failing(page, '/api/configuration/user/*/all/all/client/**', 'GET')
    await page.goto(stage().origin(people.acmeOwner.host) + newCampaign)
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.click()
    await page.getByText('The search failed. Open this list again to retry.').waitFor()
    await page.unrouteAll()
    await client.press('Escape')
    await client.click()
    await page.getByRole('option', { name: 'Cedar Dental', exact: true }).waitFor()
  })

  it('is told in a list of options that shows the chosen one', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await failing(page, '/api/configuration/user/*/all/all/client/**', 'GET')
    await page.goto(`${stage().origin(people.acmeOwner.host)}/siteid/leads?client=${demoId('Cedar Dental')}`)
    const client = page.getByRole('combobox', { name: 'Client' })
    await expect.poll(() => client.inputValue()).toBe('Cedar Dental')
    await client.click()
    await page.getByRole('option', { name: 'The search failed.' }).waitFor()
    await page.unrouteAll()
    await client.press('Escape')
    await client.click()
    await page.getByRole('option', { name: 'Harbor Realty', exact: true }).waitFor()
  })

  it.each([
    ['of a registration', '/confirm-registration/', '/api/register/verify'],
    ['for a new password', '/set-new-password/', '/api/verify-reset-token'],
    ['to a shared report', '/shared-report#', '/api/shared-report'],
  ])('is not taken for a link that does not work: one %s', async (_what, path, call) => {
    const page = await stage().newPage()
    await failing(page, call, 'POST')
    // The answer about a link that does not exist, after the retry.
    stage().allow(page, /status of 404/)
    await page.goto(`${stage().origin(people.acmeOwner.host)}${path}${'A'.repeat(43)}?email=nobody@acme.test`)
    await page.getByRole('alert').getByText(`The link could not be checked. ${busy}`).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })
})

describe('A call that ends late', () => {
  it('leads nobody elsewhere who has left its page', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/banner/create')
    let answer = (): void => undefined
    const hold = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/banner/startbannercreate', async (route) => {
      await hold
      await route.fulfill({ json: { result: 'success', message: 'Done', data: { id: demoId('a late banner') } } })
    })
    await page.getByLabel('Name').fill('Late')
    await page.getByRole('button', { name: 'Create banner' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Banners', exact: true }).click()
    await page.getByRole('heading', { name: 'Banners', exact: true }).waitFor()
    await waitUntilSettled(page)
    // The list is read again once the call has succeeded; only then would the page change.
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/banner/show')),
      Promise.resolve().then(answer),
    ])
    await waitUntilSettled(page)
    expect(new URL(page.url()).pathname).toBe('/banner/list')
  })
})

describe('A form', () => {
  it('marks the field of a list in which one value is wrong', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/reports/schedules')
    await page.getByRole('button', { name: 'Schedule report' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Schedule report' })
    const recipients = dialog.getByLabel('Recipients')
    await recipients.fill('nobody')
    await recipients.press('Enter')
    stage().allow(page, /status of 422/)
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await expect.poll(() => recipients.getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps what was typed when the person’s stored data change', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/user/profile')
    const name = page.getByLabel('Full name')
    // The form shows once the first call has been answered: an answer to that one would be gone with its page.
    await name.waitFor()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/user')),
      page.reload(),
    ])
    const user = (await answer.json()) as { data: Record<string, unknown> }
    const waiting = { ...user, data: { ...user.data, pending_email: 'dana@new.test' } }
    await page.route('**/api/user', (route) => route.fulfill({ json: waiting }))
    await page.route('**/api/user/email', (route) => route.fulfill({ json: { result: 'success', message: 'Done' } }))
    await page.reload()
    await name.fill('Dana A.')
    await page.unroute('**/api/user')
    const keep = page.getByRole('button', { name: 'Keep the current address' })
    await keep.click()
    await keep.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Dana A.')
    await name.fill(String(user.data['name']))
  })

  it('keeps what is typed while it is being saved', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/user/profile')
    let answer = (): void => undefined
    const hold = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/user/update', async (route) => {
      await hold
      await route.fulfill({ json: { result: 'success', message: 'Saved at last.' } })
    })
    const name = page.getByLabel('Full name')
    const before = await name.inputValue()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await name.fill('Dana Late')
    answer()
    await page.getByText('Saved at last.').waitFor()
    expect(await name.inputValue()).toBe('Dana Late')
    await name.fill(before)
  })

  it('keeps the prices that were typed when the person returns to the tab', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=client-prices')
    const price = page.getByRole('textbox', { name: 'Cost per lead' }).first()
    await price.fill('44')
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('/configuration/user/costmodule/')),
      page.evaluate(() => {
        // What was read is no longer fresh.
        const now = Date.now
        Date.now = () => now() + 60_000
        window.dispatchEvent(new Event('visibilitychange'))
      }),
    ])
    expect(await price.inputValue()).toMatch(/^44/)
  })
})

describe('A list of campaigns', () => {
  it.each([
    ['all of an agency', '/campaign?search=office'],
    ['those of a client', `/configuration/client-management/${demoId('Harbor Realty')}?search=office`],
  ])('opens each in its own module: %s', async (_what, path) => {
    const page = await stage().newPageOf(people.acmeAdmin, path)
    const link = page.getByRole('table', { name: 'Campaigns' }).getByRole('link').first()
    await link.click()
    await page.waitForURL('**/b2bid/campaign-management/*')
  })

  it.each([
    ['page', ''],
    ['form', '/edit'],
  ])('keeps the rest of the URL of one opened in another module: its %s', async (_what, form) => {
    const path = campaign.replace('/siteid/', '/searchid/')
    const page = await stage().newPageOf(people.acmeOwner, `${path}${form}?history-page=2`)
    await page.waitForURL(`**${campaign}${form}?history-page=2`)
  })

  it('and the drafts beside it change together', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    const name = 'Night guards'
    await makeCampaign(page, { client: 'Cedar Dental', name, site: 'https://cedardental.example/' })
    await page.getByRole('main').getByRole('link', { name: 'Campaigns', exact: true }).click()
    const drafts = page.getByRole('region', { name: 'Ready to start', exact: true })
    await drafts.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Actions for .${name}`) }).click()
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await page.getByText(/ was archived\.$/).waitFor()
    await expect.poll(() => drafts.getByRole('link', { name, exact: true }).count()).toBe(0)
  })
})
