import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const workspace = (page: Page) => menu(page).getByRole('group', { name: 'Workspace' })
const group = (page: Page, name: string) => menu(page).getByRole('group', { name, exact: true })
const namesOf = (page: Page): Promise<string[]> =>
  menu(page)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.querySelector('bdi')!.textContent))

describe('The sidebar', () => {
  it('keeps its order in every module, opens the one that is entered, and marks the page and its tabs', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/dashboard')
    await waitUntilSettled(page)
    const names = await namesOf(page)
    await group(page, 'Site ID').getByRole('link', { name: 'Dashboard' }).and(page.locator('[aria-current]')).waitFor()
    expect(await group(page, 'Search ID').count()).toBe(0)
    await menu(page).getByRole('link', { name: 'Search ID' }).click()
    await group(page, 'Search ID')
      .getByRole('link', { name: 'Campaigns' })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await group(page, 'Site ID').getByRole('link', { name: 'Visits' }).waitFor()
    await group(page, 'Search ID').getByRole('link', { name: 'Searches' }).waitFor()
    expect(await namesOf(page)).toEqual(names)
    await menu(page)
      .getByRole('button', { name: /Pages of .?Site ID/ })
      .click()
    await group(page, 'Site ID').waitFor({ state: 'hidden' })
    await workspace(page).getByRole('link', { name: 'Client Management' }).click()
    await page.getByRole('navigation', { name: 'Related pages' }).getByRole('link', { name: 'Disputes' }).click()
    await page.getByRole('heading', { name: 'Disputes', level: 1 }).waitFor()
    await workspace(page).getByRole('link', { name: 'Client Management' }).and(page.locator('[aria-current]')).waitFor()
    expect(await namesOf(page)).toEqual(names)
    expect(await findBarriers(page)).toEqual([])
  })

  it('leads from a module to its leads, as many as its dashboard’s list, and from elsewhere to all', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/searchid/dashboard')
    const totalOf = async (): Promise<number> => {
      const text = await page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).innerText()
      return Number(/of ([\d,]+)$/.exec(text)![1]!.replaceAll(',', ''))
    }
    await page.getByRole('link', { name: 'All leads' }).click()
    await page.waitForURL(/\/searchid\/leads\?module=locator$/)
    const moduleChoice = page.getByRole('combobox', { name: 'Module' })
    await expect.poll(() => moduleChoice.inputValue()).toBe('Search ID')
    const ofModule = await totalOf()
    await workspace(page).getByRole('link', { name: 'Leads', exact: true }).click()
    // Of all modules there is no filter to be seen, until somebody asks for more.
    await moduleChoice.waitFor({ state: 'detached' })
    await expect.poll(totalOf).toBeGreaterThan(ofModule)
    await group(page, 'Search ID').getByRole('link', { name: 'Dashboard' }).click()
    await workspace(page).getByRole('link', { name: 'Leads', exact: true }).click()
    await expect.poll(() => moduleChoice.inputValue()).toBe('Search ID')
    await expect.poll(totalOf).toBe(ofModule)
  })

  it('leads a client to its billing', async () => {
    const page = await stage().newPageOf(people.plumbright, '/siteid/dashboard')
    await workspace(page).getByRole('link', { name: 'Billing' }).click()
    await page.waitForURL(/\/user\/card-setting$/)
  })
})

it('General Settings finds a section by its name, also on a phone', async () => {
  const page = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting')
  await page.setViewportSize({ width: 360, height: 800 })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('group', { name: 'Developers' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('mail')
  await expect.poll(() => sections.getByRole('link').allInnerTexts()).toEqual(['Mail server', 'Emails'])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.keyboard.press('Enter')
  await page.waitForURL(/section=mail-server/)
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('no such section')
  await sections.getByText('No section has this name.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
