import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { makeCampaign, newCampaign, openPart } from './support/campaign.ts'
import { setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Say } from './support/texts.ts'

const stage = useStage()
const simulation = (page: Page, t: Say = say('en')) => page.getByRole('region', { name: t('Simulation'), exact: true })

/** The sum of the last figures in a table's rows. */
async function sumOf(page: Page, table: string): Promise<number> {
  const rows = await page.getByRole('table', { name: table }).getByRole('row').all()
  const last = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').last().innerText()))
  return last.reduce((sum, text) => sum + Number(text.replaceAll(/\D/g, '')), 0)
}

describe('A simulation on a campaign’s page', () => {
  it('shows what a draft would have made of the visits to its site, before it is started', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(page, { client: 'Plumbright', name: 'A second look', site: 'http://plumbright.localhost' })
    await openPart(page, 'Settings')
    await simulation(page).getByText('30 days').click()
    await simulation(page).getByRole('button', { name: 'Simulate' }).click()
    await page.getByText(/^Based on visits reported by the .*Emergency plumbing site/).waitFor()
    const events = await sumOf(page, 'Event outcomes')
    const leads = await sumOf(page, 'Events by day')
    expect(events).toBeGreaterThan(leads)
    expect(leads).toBeGreaterThan(0)
    await page.getByText('Not met', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Start', exact: true }).count(), 'it is still a draft').toBe(1)
  })

  it('works in Arabic on a phone too', async () => {
    const id = demoId('Plumbright Emergency plumbing site')
    const page = await stage().newPageOf(people.acmeOwner, `/siteid/campaign-management/${id}`)
    const t = say('ar')
    await setAppearance(page, 'ar', 'dark')
    await openPart(page, 'Settings', t)
    await simulation(page, t)
      .getByRole('button', { name: t('Simulate') })
      .click()
    await page.getByRole('table', { name: t('Events by day') }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await findBarriers(page, 'changeable')).toEqual([])
  })
})
