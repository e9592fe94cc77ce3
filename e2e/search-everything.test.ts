import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { waitUntilSettled, setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const path = '/api/search'

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search everything' })
const options = (page: Page, group: string): Locator =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: group, exact: true }).getByRole('option')

async function open(page: Page): Promise<void> {
  await waitUntilSettled(page)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  // What is typed before the cursor is there goes nowhere.
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true)
}

describe('The search over everything', () => {
  it('opens by its shortcut and its button, opens a page by keyboard alone, and restores the focus', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    await open(page)
    await page.keyboard.type('client man')
    await options(page, 'Pages').filter({ hasText: 'Client Management' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/configuration/client-management')
    await field(page).waitFor({ state: 'detached' })
    // The new page takes the focus once it is shown. Until then the address is new, but the old page is still there.
    await page.locator('h1').filter({ hasText: 'Client Management' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await waitUntilSettled(page)

    const button = page.getByRole('button', { name: 'Search everything' })
    await button.click()
    await options(page, 'Recent').filter({ hasText: 'Client Management' }).waitFor()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('keeps the caret when somebody types on while the chosen page is still loading', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads', { worker: 'off' })
    let comes = (): void => {}
    const hold = new Promise<void>((resolve) => (comes = resolve))
    await page.route('**/assets/client-list-page-*', async (route) => {
      await hold
      await route.continue()
    })
    await open(page)
    await page.keyboard.type('client man')
    await options(page, 'Pages').filter({ hasText: 'Client Management' }).waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Search everything' }).click()
    await field(page).waitFor()
    expect(await page.locator('h1').innerText()).toBe('Leads')
    comes()
    await page.locator('h1').filter({ hasText: 'Client Management' }).waitFor()
    await page.keyboard.type('brand')
    expect(await field(page).inputValue()).toBe('brand')
  })

  it('finds an agency’s clients, campaigns, leads, and people, and sends no search text in a URL', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    const lead = page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1)
    const email = await lead.locator('a[href^="mailto:"]').innerText()
    const requests: string[] = []
    page.on('request', (request) => void requests.push(`${request.url()} ${request.postData() ?? ''}`))
    await open(page)
    await page.keyboard.type('plumbright')
    await options(page, 'Clients').first().waitFor()
    await field(page).fill(people.acmeAdmin.email)
    await options(page, 'People').first().waitFor()
    await field(page).fill('emergency plumbing')
    await options(page, 'Campaigns').first().waitFor()
    await field(page).fill(email)
    const option = options(page, 'Leads').first()
    expect(await option.innerText()).toContain(email)
    expect(requests.some((request) => request.includes(path))).toBe(true)
    expect(
      requests.filter((request) => request.includes(email) || request.includes(encodeURIComponent(email))),
    ).toEqual([])
    await option.click()
    await page.waitForURL(/\/siteid\/leads\/[\w-]+$/)
    await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()
  })

  it('opens the list in which an administrator is found, without the name in the URL', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    await open(page)
    await page.keyboard.type(people.acmeAdmin.email)
    await options(page, 'People').first().click()
    await page.waitForURL(/\/administrator-list$/)
    await expect.poll(() => page.getByRole('table', { name: 'Administrators' }).getByRole('row').count()).toBe(2)
    expect(await page.getByRole('searchbox', { name: 'Search administrators' }).inputValue()).not.toBe('')
  })

  it('never shows results of an outdated query', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    let release: (() => void) | undefined
    let isFirst = true
    await page.route(`**${path}`, async (route) => {
      const waits = isFirst
      isFirst = false
      if (waits) await new Promise<void>((resolve) => (release = resolve))
      await route.continue().catch(() => undefined)
    })
    await open(page)
    await page.keyboard.type('plumbright')
    await expect.poll(() => release !== undefined).toBe(true)
    await field(page).fill('nobody has such a name')
    await page.getByText('Nothing has this name.').waitFor()
    release!()
    await waitUntilSettled(page)
    expect(await page.getByRole('option').count()).toBe(0)
  })

  it('finds pages, settings and actions, also misspelled, by keyboard alone', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    const choose = async (text: string, group: string, name: string): Promise<void> => {
      await open(page)
      await page.keyboard.type(text)
      await options(page, group).filter({ hasText: name }).waitFor()
      await page.keyboard.press('Enter')
      await field(page).waitFor({ state: 'detached' })
    }
    await choose('Reconcilation', 'Pages', 'Reconciliation')
    await page.locator('h1').filter({ hasText: 'Reconciliation' }).waitFor()
    await choose('mail server', 'Settings', 'Mail server')
    await page.waitForURL('**/configuration/general-setting?section=mail-server')
    await choose('dark', 'Actions', 'Dark theme')
    const scheme = page.locator('html[data-mantine-color-scheme="dark"]')
    await scheme.waitFor({ state: 'attached' })
    await choose('add client', 'Actions', 'Add client')
    await page.getByRole('dialog', { name: 'Add client' }).getByRole('textbox').first().waitFor()
  })

  it('offers a client nothing of an agency', async () => {
    const page = await stage().newPageOf(people.plumbright, '/siteid/leads')
    await open(page)
    for (const text of ['reconciliation', 'mail server', 'add client', 'client management']) {
      await field(page).fill(text)
      await page.getByText('Nothing has this name.').waitFor()
    }
    await field(page).fill('invoices')
    await options(page, 'Pages').filter({ hasText: 'Card Setting' }).waitFor()
  })

  it('puts recent pages first, also after a reload, and keeps no names of people on the device', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    for (const [text, group] of [
      ['disputes', 'Pages'],
      ['plumbright', 'Clients'],
    ] as const) {
      await open(page)
      await page.keyboard.type(text)
      await options(page, group).first().click()
      await field(page).waitFor({ state: 'detached' })
      await waitUntilSettled(page)
    }
    await open(page)
    expect(await options(page, 'Recent').allInnerTexts()).toEqual([expect.stringMatching(/plumbright/i), 'Disputes'])
    await page.reload()
    await open(page)
    expect((await options(page, 'Recent').allInnerTexts())[0]).toBe('Disputes')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/plumbright/i)
  })

  it('has a sheet of all shortcuts, opened by a question mark outside of fields, in both languages', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    for (const [locale, theme, width, title] of [
      ['en', 'light', 1280, 'Keyboard shortcuts'],
      ['ar', 'dark', 360, 'اختصارات لوحة المفاتيح'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      await setAppearance(page, locale, theme)
      await waitUntilSettled(page)
      const sheet = page.getByRole('dialog', { name: title })
      await page.getByRole('searchbox').first().press('?')
      expect(await sheet.count()).toBe(0)
      await page.locator('main').focus()
      await page.keyboard.press('?')
      await sheet.waitFor()
      await waitUntilSettled(page)
      expect(await findBarriers(page), `${locale} ${theme}`).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
  })

  it('adapts to narrow screens, and has no accessibility issues in both languages and themes', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    for (const [locale, theme, width] of [
      ['en', 'light', 1280],
      ['ar', 'dark', 360],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      await setAppearance(page, locale, theme)
      await waitUntilSettled(page)
      await page.keyboard.press('ControlOrMeta+k')
      const input = page.getByRole('combobox').and(page.locator('[data-autofocus]'))
      await input.fill('plumb')
      await page.getByRole('option').nth(1).waitFor()
      await waitUntilSettled(page)
      expect(await findBarriers(page), `${locale} ${theme}`).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await input.fill('nobody has such a name')
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      expect(await findBarriers(page), `${locale} ${theme}, nothing found`).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})
