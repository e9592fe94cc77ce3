import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { makeCampaign, newCampaign, start } from './support/campaign.ts'
import { waitUntilSettled } from './support/look.ts'
import { acme, people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

/** The most bytes sent for a dashboard's first paint, code and styles (docs/decisions/0150). */
const earlyBytes = 200_000
const earlyFiles = 12

describe('The dashboard', () => {
  it('R063 to R068: is where clients and agencies land, and where the module’s URL leads', async () => {
    for (const [login, first] of [
      [people.plumbright, 'searchid'],
      [people.acmeOwner, 'siteid'],
      [people.acmeAdmin, 'siteid'],
    ] as const) {
      const page = await stage().newPageOf(login)
      await page.waitForURL(`**/${first}/dashboard`)
      await page.goto(`${stage().origin(acme)}/siteid`)
      await page.waitForURL('**/siteid/dashboard')
      await waitUntilSettled(page)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard')
    }
  })

  it('shows a client what it pays and its agency what it keeps, by chart and by table', async () => {
    const client = await stage().newPageOf(people.plumbright, '/siteid/dashboard')
    await waitUntilSettled(client)
    await client
      .getByRole('img', { name: /^Chart of Leads by day/ })
      .locator('svg path')
      .first()
      .waitFor()
    expect(await client.locator('main').innerText()).not.toMatch(/margin|revenue|wholesale/i)
    await client.getByRole('radiogroup', { name: 'View' }).getByText('Table').click()
    const rows = client.getByRole('table', { name: 'Metrics by day' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(31)
    await client.getByRole('radiogroup', { name: 'Period' }).getByText('7 days').click()
    await expect.poll(() => rows.count()).toBe(8)
    expect(client.url()).toContain('days=7')
    await client.reload()
    await expect.poll(() => rows.count()).toBe(8)

    const agency = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await waitUntilSettled(agency)
    const figures = agency.getByRole('group', { name: 'Key metrics' })
    expect(await figures.innerText()).toMatch(/Revenue[^]*Cost[^]*Margin/)
    await agency.getByRole('table', { name: 'Top campaigns' }).getByRole('link').first().click()
    await agency.waitForURL(/\/siteid\/leads\?.*campaign=/)
  })
})

describe('Health and what needs attention', () => {
  it('count pixels and destinations, name what is wrong, and lead to where it can be fixed', async () => {
    const name = 'Never visited'
    const agency = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(agency, { client: 'Harbor Realty', name, site: 'https://quiet.example/' })
    await start(agency)
    const id = new URL(agency.url()).pathname.split('/').at(-1)!

    const page = await stage().newPageOf(people.harborRealty, '/siteid/dashboard')
    const health = page.getByRole('region', { name: 'Health', exact: true })
    for (const text of [/^Reporting · \d+$/, /^Not detected · \d+$/, /^Working · \d+$/])
      await health.getByText(text).waitFor()
    const item = page
      .getByRole('region', { name: 'Needs attention', exact: true })
      .getByRole('listitem')
      .filter({ hasText: name })
    await item.getByText('Pixel not detected', { exact: true }).waitFor()
    await item.getByText(/^Created /).waitFor()
    await item.getByRole('link', { name }).click()
    await page.waitForURL((url) => url.href.includes(id))
    await page.goBack()
    await health.getByRole('link', { name: 'View visits' }).click()
    await page.waitForURL('**/siteid/visits')
    await page.goBack()
    await health.getByRole('link', { name: 'View deliveries' }).click()
    await page.waitForURL('**/siteid/deliveries')

    // Other journeys do not expect it.
    await agency.getByRole('button', { name: 'Pause', exact: true }).click()
    await agency.getByRole('button', { name: 'Start', exact: true }).waitFor()
  })
})

/** The files that a page requested before it received this response, with their transferred sizes. */
async function filesBefore(page: Page, answer: string, act: () => Promise<unknown>): Promise<Map<string, number>> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  const paths = new Map<string, string>()
  const sizes = new Map<string, number>()
  let isOver = false
  line.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // What an earlier page of this tab was still loading is not this page's.
    if (type === 'Document') {
      paths.clear()
      sizes.clear()
      isOver = false
    }
    if (!isOver) paths.set(requestId, new URL(request.url).pathname)
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path?.startsWith('/assets/')) sizes.set(path, encodedDataLength)
  })
  // Its end is reported only after the page may have reacted to it.
  line.on('Network.responseReceived', ({ requestId }) => {
    isOver ||= paths.get(requestId)?.includes(answer) === true
  })
  await act()
  return sizes
}

describe('What a dashboard loads first', () => {
  it('is little code in few files, without charts, dialogs, and schemas', async () => {
    const page = await stage().newPageOf(people.plumbright, '/siteid/dashboard', { worker: 'off' })
    const files = await filesBefore(page, '/report/chart/', async () => {
      await page.reload()
      await page
        .getByRole('img', { name: /^Chart of Leads by day/ })
        .locator('svg path')
        .first()
        .waitFor()
    })
    const code = [...files].filter(([path]) => /\.(js|css)$/.test(path))
    expect(code.map(([path]) => path).filter((path) => /chart|lazy-parts|dialog|palette|zod/i.test(path))).toEqual([])
    expect(code.length).toBeGreaterThan(0)
    expect(code.length).toBeLessThanOrEqual(earlyFiles)
    expect(code.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(earlyBytes)
  })
})

describe('An open dashboard', () => {
  it('counts a new lead within seconds, without a reload', async () => {
    const page = await stage().newPageOf(people.plumbright, '/siteid/dashboard')
    await page.getByText('Live', { exact: true }).waitFor()
    await waitUntilSettled(page)
    const today = page.getByRole('group', { name: 'Leads today' })
    const countToday = async (): Promise<number> => Number(/\d+/.exec(await today.innerText())![0])
    const newest = page.getByRole('region', { name: 'Newest leads', exact: true }).getByRole('listitem').first()
    const [before, old] = [await countToday(), await newest.getAttribute('data-row')]
    const visitor = await stage().newVisitor()
    await visit(visitor, `${stage().origin('plumbright.localhost')}/?hem=${personFor('the counted lead').md5}`)
    await expect.poll(countToday, { timeout: 10_000 }).toBeGreaterThan(before)

    // The list follows the count in a request of its own.
    await expect.poll(() => newest.getAttribute('data-row')).not.toBe(old)
    const name = await newest.getByRole('link').innerText()
    await newest.getByRole('link').click()
    const panel = page.getByRole('dialog')
    await expect.poll(() => panel.getByRole('heading', { level: 2 }).first().innerText()).toBe(name)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/siteid/dashboard')
  })
})

describe('URLs of D1 §2.2', () => {
  it('R029: campaign-management-v1 and /campaign show the campaigns', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/campaign-management-v1')
    await page.getByRole('table', { name: 'Campaigns' }).getByRole('link').first().waitFor()
    await page.goto(`${stage().origin(acme)}/campaign`)
    await page.getByRole('table', { name: 'Campaigns' }).getByRole('link').first().waitFor()
  })

  it('R030: leads-management is for administrators, in no menu, and not found for an owner', async () => {
    const page = await stage().newPageOf(people.acmeAdmin, '/siteid/leads-management')
    await page.getByRole('heading', { name: 'Leads management' }).waitFor()
    await page.getByRole('table', { name: 'Leads' }).getByRole('link').first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Main menu' }).getByText('Leads management').count()).toBe(0)
    const owner = await stage().newPageOf(people.acmeOwner, '/siteid/leads-management')
    await owner.getByText('404 - Page Not Found').waitFor()
  })

  it('/campaign shows the campaigns of the agency that the operator chooses', async () => {
    const page = await stage().newPageOf(people.root, '/campaign')
    await page.getByText('No agency selected').waitFor()
    await page.getByRole('combobox', { name: 'Agency' }).click()
    await page.getByRole('option', { name: 'Acme Growth' }).click()
    await page
      .getByRole('table', { name: 'Campaigns' })
      .getByText(/^(Plumbright|Harbor Realty|Cedar Dental)$/)
      .first()
      .waitFor()
  })
})
