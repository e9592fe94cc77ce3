import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose, edit, makeCampaign, newCampaign } from './support/campaign.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

const list = '/siteid/campaign-management?search=brushes'

describe('Campaigns of an agency', () => {
  it('are copied by parts, then started and paused together after a look at what changes', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'Soft brushes', site: 'https://cedardental.example/' })
    await page.getByRole('combobox', { name: 'Guide for', exact: true }).click()
    await page.getByRole('option', { name: 'Shopify', exact: true }).click()
    await page.getByRole('list', { name: 'Guide for Shopify', exact: true }).getByText('theme.liquid').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy campaign', exact: true }).click()
    const copy = page.getByRole('dialog', { name: 'Copy campaign', exact: true })
    await copy.getByRole('textbox', { name: 'Campaign name', exact: true }).fill('Hard brushes')
    await copy.getByRole('checkbox', { name: 'Where its leads come from', exact: true }).uncheck()
    expect(await findBarriers(page)).toEqual([])
    await copy.getByRole('button', { name: 'Copy campaign', exact: true }).click()
    await page.getByRole('heading', { name: 'Hard brushes', level: 1, exact: true }).waitFor()

    await page.goto(`${stage().origin('acme.localhost')}${list}`)
    const drafts = page.getByRole('region', { name: 'Ready to start', exact: true })
    const soft = drafts.getByRole('listitem').filter({ hasText: 'Soft brushes' }).first()
    await soft.getByText('Ready', { exact: true }).waitFor()
    await soft.getByRole('link', { name: 'The pixel has not reported yet.', exact: true }).click()
    await page.getByRole('region', { name: 'Install the pixel', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#install')
    await page.goBack()
    expect(await findBarriers(page)).toEqual([])
    for (const name of ['Soft brushes', 'Hard brushes'])
      await page.getByRole('checkbox', { name: new RegExp(`^Choose .*${name}`) }).check()
    const bar = page.getByRole('region', { name: 'Chosen campaigns', exact: true })
    await bar.getByText('2 campaigns chosen', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await bar.getByRole('button', { name: 'Start', exact: true }).click()
    const start = page.getByRole('dialog', { name: 'Start these campaigns?', exact: true })
    await start.getByRole('listitem').filter({ hasText: 'Soft brushes' }).getByText('Draft becomes Active').waitFor()
    // A copy without its campaign's source has the client's own site.
    await start.getByRole('listitem').filter({ hasText: 'Hard brushes' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await start.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText(/^\d campaigns? changed$/).waitFor()
    await bar.waitFor({ state: 'detached' })

    await page.getByRole('checkbox', { name: /^Choose .*Soft brushes/ }).check()
    await bar.getByRole('button', { name: 'Archive', exact: true }).click()
    const archive = page.getByRole('dialog', { name: 'Archive these campaigns?', exact: true })
    await archive.getByText('Pause the campaign first.', { exact: true }).waitFor()
    expect(await archive.getByRole('button', { name: 'Archive', exact: true }).isDisabled()).toBe(true)
    await archive.getByRole('button', { name: 'Cancel', exact: true }).click()
    await bar.getByRole('button', { name: 'Pause', exact: true }).click()
    const pause = page.getByRole('dialog', { name: 'Pause these campaigns?', exact: true })
    await pause.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('1 campaign changed', { exact: true }).waitFor()
  })

  it('say what was changed of them, before and after', async () => {
    const page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await makeCampaign(page, { client: 'Cedar Dental', name: 'Floss', site: 'https://cedardental.example/' })
    const changes = page.getByRole('region', { name: 'Changes', exact: true })
    await changes.getByText('Nothing has been changed yet.', { exact: true }).waitFor()
    await edit(page, async () => {
      await choose(page, 'Limit', 'Per day')
      await page.getByRole('textbox', { name: 'Maximum leads' }).fill('40')
      await page.getByRole('switch', { name: 'Spread evenly' }).check()
      await page.getByRole('textbox', { name: 'Retail price per lead' }).fill('3.75')
    })
    const settings = page.getByRole('region', { name: 'Settings', exact: true })
    await settings.getByText('Spread evenly', { exact: true }).waitFor()
    const price = changes.getByRole('listitem').filter({ hasText: 'Price per lead' }).last()
    await price.getByText('$3.75', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
