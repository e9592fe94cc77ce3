import { describe, expect, it } from 'vitest'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

describe('Report Analytics', () => {
  it('T014: opens for the operator from the sidebar, shows all agencies’ revenue, and opens one agency', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await waitUntilSettled(page)
    expect(await page.getByRole('group', { name: 'Last 30 days' }).innerText()).toMatch(/Wholesale revenue[^$]*\$\d/)
    await page.getByRole('navigation').getByRole('link', { name: 'Report Analytics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Report Analytics' }).waitFor()
    await waitUntilSettled(page)
    const figures = page.getByRole('group', { name: 'Key metrics' })
    const all = await figures.innerText()
    expect(all).toMatch(/Match rate\s+\d+(\.\d)?%/)
    const funnel = page.getByRole('table', { name: 'Visit outcomes' })
    expect(await funnel.getByRole('row', { name: /^Anonymous visitor/ }).innerText()).toMatch(/\d+(\.\d)?%/)
    const rows = page.getByRole('table', { name: 'Agencies' }).getByRole('row')
    expect(await rows.filter({ hasText: 'Acme Growth' }).count()).toBe(1)

    await page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: 'Agency' }).fill('Acme')
    await page.getByRole('option', { name: 'Acme Growth' }).click()
    const clients = page.getByRole('table', { name: 'Clients' })
    await clients.getByRole('row', { name: /Plumbright/ }).waitFor()
    await expect.poll(() => figures.innerText()).not.toBe(all)
    await page.getByRole('combobox', { name: 'Days' }).click()
    await page.getByRole('option', { name: 'Last month' }).click()
    await page.waitForURL(/days=before/)
    expect(page.url()).toContain('agency=')
  })

  it('R039: is not found for an agency, whose sidebar does not list it', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/report-analytics')
    await page.getByText('404').first().waitFor()
    expect(await page.getByRole('link', { name: 'Report Analytics' }).count()).toBe(0)
  })
})
