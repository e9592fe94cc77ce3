import { afterEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { findBarriers } from './support/axe.ts'
import { choose, newCampaign, openGroups, openPart } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
let page: Page | undefined
afterEach(() => page?.close())

const dialogOf = (of: Page, language: 'en' | 'ar' = 'en') =>
  of.getByRole('dialog', { name: say(language)('Choose on a map') })
const listOf = (of: Page) => of.getByRole('textbox', { name: 'ZIP codes' })

async function openMap(of: Page): Promise<void> {
  await openGroups(of)
  await of.getByRole('radio', { name: 'Zip Code' }).check()
  await of.getByRole('button', { name: 'Choose on a map' }).click()
  await dialogOf(of).getByRole('img', { name: 'Map of the United States' }).waitFor()
}

describe('Places are drawn on a map', () => {
  it('by a radius around a ZIP code, counted before it is added and kept with the campaign', async () => {
    page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await choose(page, 'Client', 'Cedar Dental')
    await page.getByRole('textbox', { name: 'Campaign name' }).fill('Around the Loop')
    await page.getByRole('textbox', { name: 'Site address' }).fill('https://loop.cedardental.example')
    stage().allow(page, /status of 422/)
    await openMap(page)
    const dialog = dialogOf(page)
    expect(await dialog.getByRole('button', { name: 'Add ZIP codes' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Center' }).fill('99999')
    await dialog.getByText('This ZIP code does not exist.').waitFor()
    await dialog.getByRole('textbox', { name: 'Center' }).fill('60601')
    await dialog.getByRole('textbox', { name: 'Miles' }).fill('3')
    await dialog.getByText(/^\d+ ZIP codes$/).waitFor()
    await dialog.getByRole('button', { name: 'Show on the map' }).click()
    expect(await findBarriers(page)).toEqual([])
    const count = Number.parseInt(await dialog.getByText(/^\d+ ZIP codes$/).innerText(), 10)
    await dialog.getByRole('button', { name: 'Add ZIP codes' }).click()
    const zips = (await listOf(page).inputValue()).split('\n')
    expect(zips).toHaveLength(count)
    expect(zips).toEqual(expect.arrayContaining(['60601', '60602']))
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await openPart(page, 'Settings')
    await page.getByRole('region', { name: 'Settings' }).getByText(`${count} ZIP codes`).waitFor()
  })

  it('by clicking corners, with an immediate error when the sides cross', async () => {
    page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await openMap(page)
    const dialog = dialogOf(page)
    await dialog.getByText('Area', { exact: true }).click()
    const map = dialog.getByRole('img', { name: 'Map of the United States' })
    const box = (await map.boundingBox())!
    for (const [right, down] of [
      [0.5, 0.5],
      [0.55, 0.5],
      [0.55, 0.58],
    ] as const)
      await map.click({ position: { x: box.width * right, y: box.height * down } })
    const corners = dialog.getByRole('textbox', { name: 'Corners' })
    expect((await corners.inputValue()).split('\n')).toHaveLength(3)
    await dialog.getByText(/^\d+ ZIP codes$/).waitFor()
    await dialog.getByRole('button', { name: 'Remove last corner' }).click()
    await dialog.getByText('Enter at least 3 points.').waitFor()
    await corners.fill('41, -88\n42, -87\n42, -88\n41, -87')
    await dialog.getByText('The sides of this area cross. Move or remove a point.').waitFor()
    await corners.fill('41.87, -87.66\n41.9, -87.66\n41.9, -87.6\n41.87, -87.6')
    await dialog.getByText(/^\d+ ZIP codes$/).waitFor()
    await dialog.getByRole('button', { name: 'Add ZIP codes' }).click()
    expect(await listOf(page).inputValue()).toContain('60602')
  })

  it('in Arabic', async () => {
    page = await stage().newPageOf(people.acmeOwner, newCampaign)
    await turnLanguage(page, 'ar')
    const t = say('ar')
    await openGroups(page)
    await page.getByRole('radio', { name: t('Zip Code') }).check()
    await page.getByRole('button', { name: t('Choose on a map') }).click()
    await dialogOf(page, 'ar')
      .getByRole('textbox', { name: t('Center') })
      .fill('here')
    await dialogOf(page, 'ar')
      .getByText(t('Enter a ZIP code, or latitude and longitude such as 41.88, -87.63.'))
      .waitFor()
  })
})
