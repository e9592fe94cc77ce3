import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor, type KnownPerson } from './support/persons.ts'
import { maxShift, readShift } from './support/shift.ts'
import { useStage } from './support/stage.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

/** A person who becomes a lead and comes back, so that the second visit makes none. */
async function visitTwice(purpose: string): Promise<KnownPerson> {
  const person = personFor(purpose)
  const site = stage().origin('plumbright.localhost')
  const browser = await stage().newVisitor()
  await visit(browser, `${site}/?hem=${person.md5}`)
  await visit(browser, `${site}/prices`)
  return person
}

describe('Why is a visitor no lead?', () => {
  it('is answered in three clicks, from the dashboard to every rule of the visit', async () => {
    const person = await visitTwice('why no lead')
    const page = await stage().newPageOf(people.plumbright, '/siteid/dashboard')
    let clicks = 0
    await page.exposeFunction('countClick', () => (clicks += 1))
    await page.evaluate(() => addEventListener('click', () => void Reflect.get(window, 'countClick')(), true))

    await page.getByRole('link', { name: 'Visits', exact: true }).first().click()
    const search = page.getByRole('searchbox', { name: 'Search by page or visitor’s email' })
    await search.click()
    await search.fill(person.email)
    const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row')
    await expect.poll(async () => (await rows.count()) - 1).toBe(2)
    await rows.filter({ hasText: 'Returning visitor' }).getByRole('link').first().click()

    const panel = page.getByRole('dialog')
    await panel.getByText('Ended here').waitFor()
    await panel.getByText('Repeat visits within the window are free.').first().waitFor()
    expect(await panel.getByText('Passed', { exact: true }).count()).toBeGreaterThan(5)
    expect(await panel.getByText('Not checked').count()).toBeGreaterThan(2)
    await panel.getByText('/prices').first().waitFor()
    expect(clicks).toBe(3)
    expect(page.url()).toMatch(/[?&]visit=/)
    expect(decodeURIComponent(page.url())).not.toContain(person.email)

    await page.reload()
    await panel.getByText('Ended here').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(3)
  })

  it('is found by page and day, and by the hash of an address', async () => {
    const person = await visitTwice('why no lead, by hash')
    const page = await stage().newPageOf(people.plumbright, '/siteid/visits')
    const search = page.getByRole('searchbox', { name: 'Search by page or visitor’s email' })
    const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row')
    await search.fill(person.md5)
    await expect.poll(async () => (await rows.count()) - 1).toBe(2)
    await search.fill('/prices')
    await expect
      .poll(async () => (await rows.allInnerTexts()).slice(1).every((text) => /prices/i.test(text)))
      .toBe(true)
    await page.getByRole('combobox', { name: 'Days' }).click()
    await page.getByRole('option', { name: 'Custom range' }).click()
    await page.getByLabel('First day').fill('2020-01-01')
    await page.getByLabel('Last day').fill('2020-01-01')
    await page.waitForURL(/start=2020-01-01&end=2020-01-01|end=2020-01-01&start=2020-01-01/)
    await page.getByText('No results').waitFor()
  })

  it('leads from a visit that a rule stopped to a simulation without that rule', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/visits?reason=outside_target&days=90')
    const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row')
    await rows.nth(1).getByRole('link').first().click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('link', { name: 'Change the target area' }).waitFor()
    await panel.getByRole('link', { name: 'Simulate without this rule' }).click()
    const simulation = page.getByRole('region', { name: 'Simulation', exact: true })
    await expect
      .poll(() => simulation.getByRole('combobox', { name: 'Rules' }).inputValue())
      .toBe('Without “Outside target area”')
    await simulation.getByRole('table', { name: 'Event outcomes' }).waitFor()
  })
})

describe.each([1280, 360])('The page of visits at %i px', (width) => {
  let page: Page
  beforeEach(async () => {
    page = await stage().newPageOf(people.plumbright, '/siteid/visits', { width })
    await page.getByRole('region', { name: 'Visits by reason' }).getByText('Not identified').first().waitFor()
    await waitUntilSettled(page)
  })
  afterEach(() => page.close())

  it('does not jump while it loads', async () => {
    await page.reload()
    await page.getByRole('table', { name: 'Visits' }).getByRole('link').first().waitFor()
    await waitUntilSettled(page)
    expect((await readShift(page)).sum).toBeLessThanOrEqual(maxShift)
  })

  it('shows groups that add up to all visits', async () => {
    const numberOf = (text: string): number => Number(/([\d,]+)\s*$/.exec(text)![1]!.replaceAll(',', ''))
    await expect
      .poll(async () => {
        const total = await page.locator('dl').first().locator('dd').first().innerText()
        const sums = await page.getByRole('region', { name: 'Visits by reason' }).locator('[data-sum]').allInnerTexts()
        return sums.reduce((sum, text) => sum + numberOf(text), 0) - numberOf(total)
      })
      .toBe(0)
  })
})
