import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const refused = /status of 409/

describe('Two people editing the same form', () => {
  const openClient = async (): Promise<Page> => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management?search=Cedar')
    await page.getByRole('button', { name: /^Edit .Cedar Dental/ }).click()
    await organization(page).waitFor()
    return page
  }
  const organization = (page: Page) => page.getByRole('textbox', { name: 'Organization ID' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save client' }).click()
  const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else changed this' })

  it('for a client: the second is told who changed what, keeps the input, and overwrites or reloads', async () => {
    const [first, second] = [await openClient(), await openClient()]
    stage().allow(second, refused)
    const before = await organization(first).inputValue()
    await organization(first).fill('CD-1')
    await save(first)
    await first.getByText('Data has been updated successfully').waitFor()

    await organization(second).fill('CD-2')
    await save(second)
    await note(second)
      .getByText(/^Changed by .Dana Acme/)
      .waitFor()
    await note(second).getByText('Changed: Organization ID').waitFor()
    expect(await findBarriers(second)).toEqual([])
    await note(second).getByRole('button', { name: 'Keep editing' }).click()
    expect(await organization(second).inputValue()).toBe('CD-2')

    await save(second)
    await note(second).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => organization(second).inputValue()).toBe('CD-1')
    await organization(second).fill(before)
    await save(second)
    await second.getByText('Data has been updated successfully').waitFor()
  })

  it('for a setting: the last saved value is overwritten only after confirmation', async () => {
    const open = () => stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=support')
    const address = (page: Page) => page.getByRole('textbox', { name: 'Support address' })
    const [first, second] = [await open(), await open()]
    stage().allow(second, refused)
    await address(second).waitFor()
    const before = await address(first).inputValue()
    await address(first).fill('https://first.example.com/')
    await first.getByRole('button', { name: 'Save', exact: true }).click()
    await first.getByText('Your settings have been saved.').waitFor()

    await address(second).fill(before)
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await note(second).getByText('Changed: Support address').waitFor()
    await note(second).getByRole('button', { name: 'Overwrite' }).click()
    await second.getByText('Your settings have been saved.').waitFor()
    await address(second).waitFor()
    expect(await address(second).inputValue()).toBe(before)
  })

  it('for prices: changes to different prices are both saved, to the same one only after confirmation', async () => {
    const open = () => stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=client-prices')
    const price = (page: Page) => page.getByRole('textbox', { name: 'Cost per lead' }).first()
    const fee = (page: Page) => page.getByRole('textbox', { name: 'Platform fee' }).first()
    const saveCosts = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Review changes' }).click()
      await page.getByRole('button', { name: 'Save costs' }).click()
    }
    const pages = [await open(), await open(), await open()] as const
    const [first, second, third] = pages
    stage().allow(second, refused)
    for (const page of pages) await price(page).waitFor()
    const before = await price(first).inputValue()
    await price(first).fill('42')
    await saveCosts(first)
    await first.getByText('Setting has been saved.').waitFor()
    await fee(third).fill('11')
    await saveCosts(third)
    await third.getByText('Setting has been saved.').waitFor()

    await price(second).fill('43')
    await saveCosts(second)
    await note(second).getByText('Changed: Cost per lead').waitFor()
    await note(second).getByRole('button', { name: 'Overwrite' }).click()
    await second.getByText('Setting has been saved.').waitFor()
    await expect.poll(() => price(second).inputValue()).toBe('43.00')
    await price(second).fill(before)
    // Other journeys expect this price, and the page closes after the test.
    const [restored] = await Promise.all([
      second.waitForResponse((response) => response.request().method() === 'PUT'),
      saveCosts(second),
    ])
    expect(restored.status()).toBe(200)
  })
})
