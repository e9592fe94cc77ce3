import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, copySnippet, makeCampaign, newCampaign, openPart, start } from './support/campaign.ts'
import { findBarriers } from './support/axe.ts'
import { waitUntilSettled, setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { Shop } from './support/shop.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'
import { world } from './support/world.ts'

const stage = useStage()
const perPage = 10

const leads = (page: Page): Locator => page.getByRole('table', { name: 'Leads' })

/** The people in the list, in order. */
async function names(page: Page): Promise<string[]> {
  const links = await leads(page).locator('a[href*="/leads/"]').allInnerTexts()
  return links.map((text) => text.split('\n')[0]!)
}

/** The total number of leads in the list, once it is stable. */
async function total(page: Page): Promise<number> {
  await waitUntilSettled(page)
  return Number(/of (\d+)/.exec(await page.getByText(/^1–\d+ of \d+$/).innerText())![1])
}

/** The downloaded file, as rows by column name. */
async function download(page: Page): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  return parse(await readFile(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
}

describe('8. The list of leads', () => {
  it('is paged, sorted, and searched, with its state in the URL, except what is searched for', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    await leads(page).getByRole('row').nth(perPage).waitFor()
    const all = await total(page)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await page.getByText(`11–${Math.min(all, 2 * perPage)} of ${all}`).waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')

    await leads(page).getByRole('button', { name: 'Name' }).click()
    await page.getByText(`1–10 of ${all}`).waitFor()
    const lastNames = async () => (await names(page)).map((name) => name.split(' ').at(-1)!)
    await expect.poll(async () => isSorted(await lastNames())).toBe(true)
    await leads(page).getByRole('button', { name: 'Name' }).click()
    await expect.poll(async () => isSorted((await lastNames()).toReversed())).toBe(true)

    const [someone] = await names(page)
    await page.getByRole('searchbox', { name: 'Search by name, email or phone' }).fill(someone!)
    await expect.poll(() => leads(page).getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).search, 'a name is personal data').not.toContain('search')
    await page.reload()
    await expect.poll(() => names(page)).toEqual([someone])
    await leads(page).getByRole('row').nth(1).click()
    await page.waitForURL(/lead=/)
    expect(await names(page), 'the panel is open beside the same rows').toEqual([someone])
    await page.getByRole('link', { name: 'Open page' }).click()
    await page.waitForURL(/\/leads\//)
    await page.goBack()
    await page.goBack()
    await expect.poll(() => names(page)).toEqual([someone])
    expect(await page.getByRole('searchbox').inputValue()).toBe(someone)
    await page.getByRole('searchbox').fill('nobody is called like this')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => leads(page).getByRole('row').count()).toBe(perPage + 1)
  })

  it('prefetches a lead when its link is hovered, and does not request it again when it is opened', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const link = leads(page).locator('a[href*="/leads/"]').first()
    const requests: string[] = []
    page.on(
      'request',
      (request) => void (/\/leadspeek\/lead\/[^/]+$/.test(request.url()) && requests.push(request.url())),
    )
    await Promise.all([page.waitForResponse((response) => requests.includes(response.url())), link.hover()])
    await link.click()
    await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()
    await waitUntilSettled(page)
    expect(requests).toHaveLength(1)
  })

  it('opens a lead in a side panel, moves on with keys, and restores the focus', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const links = leads(page).locator('a[href*="/leads/"]')
    const panel = page.getByRole('dialog')
    const title = panel.getByRole('heading', { level: 2 }).first()
    await links.nth(1).waitFor()
    const [first, second] = await names(page)
    await links.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => title.innerText()).toBe(first)
    const leadId = new URL(page.url()).searchParams.get('lead')
    expect(await links.first().getAttribute('href')).toContain(leadId!)
    await panel.getByRole('heading', { name: 'Person', exact: true }).waitFor()

    await page.keyboard.press('ArrowDown')
    await expect.poll(() => title.innerText()).toBe(second)
    await page.keyboard.press('k')
    await expect.poll(() => title.innerText()).toBe(first)
    await page.keyboard.press('j')
    await expect.poll(() => title.innerText()).toBe(second)
    expect(await leads(page).locator('[aria-current="true"] a[href*="/leads/"]').innerText()).toContain(second)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(second)
    expect(new URL(page.url()).searchParams.has('lead')).toBe(false)
  })

  it('stays filtered when a lead is closed that was opened before', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const panel = page.getByRole('dialog')
    await leads(page).locator('a[href*="/leads/"]').first().click()
    await panel.getByRole('heading', { name: 'Person', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    await choose(page, 'Client', 'Solstice Solar')
    await page.waitForURL(/client=/)
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('client')).toBe(true)
  })

  it('keeps the open lead in its URL: Back closes it, a reload does not, and its page is one link away', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const panel = page.getByRole('dialog')
    await leads(page).locator('a[href*="/leads/"]').first().click()
    await panel.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/visitors/leads')
    await page.goForward()
    await panel.waitFor()
    await page.reload()
    await panel.getByRole('heading', { name: 'Person', exact: true }).waitFor()
    await panel.getByRole('link', { name: 'Open page' }).click()
    await page.waitForURL(/\/visitors\/leads\/[\w-]+$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('opens the page on a modified click and on narrow screens', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const link = leads(page).locator('a[href*="/leads/"]').first()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await tab.waitForURL(/\/leads\/[\w-]+$/)
    await tab.close()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // Up to these widths a panel would cover the list.
    for (const width of [1087, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await link.click()
      await page.waitForURL(/\/leads\/[\w-]+$/)
      await page.goBack()
    }
  })

  it('has no accessibility issues while a lead is open in the panel', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    await leads(page).locator('a[href*="/leads/"]').first().click()
    for (const [locale, theme] of [
      ['en', 'light'],
      ['ar', 'dark'],
    ] as const) {
      await setAppearance(page, locale, theme)
      await waitUntilSettled(page)
      expect(await findBarriers(page)).toEqual([])
    }
  })

  it('is filtered by type and client, and downloaded as shown', async () => {
    const page = await stage().newPageOf(people.brightsideOwner, '/visitors/leads')
    const rows = leads(page).getByRole('row')
    await rows.nth(perPage).waitFor()
    await page.getByRole('button', { name: 'More filters' }).click()
    await choose(page, 'Client', 'Solstice Solar')
    await page.waitForURL(/client=/)
    const allLeads = await download(page)
    expect(allLeads.length).toBe(await total(page))
    expect(new Set(allLeads.map((row) => row['Client']))).toEqual(new Set(['Solstice Solar']))
    expect((await names(page))[0]).toBe(`${allLeads[0]!['First name']} ${allLeads[0]!['Last name']}`)

    const email = allLeads[3]!['Email']
    await page.getByRole('searchbox').fill(email!)
    await expect.poll(() => rows.count()).toBe(2)
    expect(await download(page)).toEqual([allLeads[3]])
    await page.getByRole('searchbox').fill('')
    await choose(page, 'Type', 'Test leads')
    await page.getByText('No results').waitFor()
  })

  it('lets no campaign text become a formula in the downloaded spreadsheet', async () => {
    const shop = await Shop.open(world().shopPort)
    try {
      const name = `=HYPERLINK("http://evil.test")`
      const person = personFor('the formula')
      const page = await stage().newPageOf(people.acmeOwner, newCampaign)
      await makeCampaign(page, { client: 'Cedar Dental', name, site: shop.address })
      shop.head = await copySnippet(page)
      await start(page)
      await visit(await stage().newVisitor(), `${shop.address}/?hem=${person.md5}`)
      await openPart(page, 'Overview')
      await page.getByRole('navigation', { name: 'Of this campaign' }).getByRole('link', { name: 'Leads' }).click()
      await leads(page).getByRole('link', { name: person.name }).waitFor()
      expect(await download(page)).toMatchObject([{ Email: person.email, Campaign: `'${name}` }])
    } finally {
      await shop.close()
    }
  })
})

const isSorted = (names: readonly string[]): boolean =>
  names.length > 1 && names.every((name, n) => n === 0 || names[n - 1]! <= name)
