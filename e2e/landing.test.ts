import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { fetchHere } from './support/fetch-here.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const flags = { enable: true, create: true, update: true, delete: true }
const none = { enable: false, create: false, update: false, delete: false }
const menus = { AdsDesign: none, Campaign: none, LeadsPeek: none, Settings: none, report_analytics: false }

/** Signs the administrator in with a role that opens some menus, as the server would answer. */
async function landWith(page: Page, menuChanges: Partial<typeof menus>): Promise<void> {
  await page.unrouteAll()
  await page.route('**/api/user', async (route) => {
    const answer = await fetchHere(route)
    const { data, ...rest } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { ...rest, data: { ...data, user_permissions: { ...menus, ...menuChanges } } } })
  })
  await page.goto(`${stage().origin(people.acmeAdmin.host)}/`)
  await waitUntilSettled(page)
}
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')

describe('Whose role opens a single menu', () => {
  it.each([
    ['AdsDesign', '/banner/list', ['Banners']],
    ['Campaign', '/campaign', ['Enhance ID', 'Enriched lists', 'All campaigns', 'Audiences']],
    ['Settings', '/configuration/client-management', ['Client Management', 'Administrator List', 'General Settings']],
  ] as const)('R068: %s, lands on its first page, and the sidebar leads to its pages', async (menu, path, entries) => {
    const page = await stage().newPageOf(people.acmeAdmin, '/siteid/dashboard')
    // The administrator's own role, by which the server decides, has no banners.
    if (menu === 'AdsDesign') stage().allow(page, /status of 403 .*\/api\/banner\/show/)
    await landWith(page, { [menu]: flags })
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await menuOf(page).allInnerTexts()).toEqual(entries)
  })

  it('or none, is told whom to ask, also by the button of a page that is not theirs', async () => {
    const page = await stage().newPageOf(people.acmeAdmin, '/siteid/dashboard')
    await landWith(page, {})
    await page.getByText("You don't have access to anything yet").waitFor()
    await page.goto(`${stage().origin(people.acmeAdmin.host)}/siteid/leads`)
    await page.getByText('Ask your administrator for access to the pages you need.').waitFor()
    expect(await menuOf(page).count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})

describe('A client', () => {
  it('R063, R064: lands in the module with their campaigns; an empty one says where these are', async () => {
    const page = await stage().newPageOf(people.cedarDental, '/siteid/dashboard')
    const origin = stage().origin(people.cedarDental.host)
    await page.goto(`${origin}/`)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/siteid/dashboard')
    await page.goto(`${origin}/searchid/dashboard`)
    await page.getByText(/^Your leads are in .?Site ID/).waitFor()
    await page.getByText(/^No .?Search ID.? campaigns$/).waitFor()
    await page.getByText(/^.?Site ID.?: [1-9]\d* leads? in 30 days$/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: /^Go to .?Site ID/ }).click()
    await page.waitForURL(/\/siteid\/dashboard$/)
  })

  it('finds pages in lower case, and each tab is named after its page', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    const origin = stage().origin(people.acmeOwner.host)
    for (const [address, path] of [
      ['/audience', '/Audience'],
      ['/client', '/Client'],
    ] as const) {
      expect((await page.goto(origin + address))!.status()).toBe(200)
      await page.waitForURL((url) => url.pathname === path)
    }
    const visitor = await stage().newPage()
    await visitor.goto(`${origin}/register`)
    await visitor.getByRole('heading', { level: 1 }).waitFor()
    const heading = await visitor.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(() => visitor.title()).toContain(heading)
  })
})
