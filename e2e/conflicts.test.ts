import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { choose } from './support/campaign.ts'
import { confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const conflict = /status of 409/

const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else changed this' })

describe('Two people editing the same form', () => {
  const openClient = async (): Promise<Page> => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management?search=Cedar')
    await page.getByRole('button', { name: /^Edit .Cedar Dental/ }).click()
    await organization(page).waitFor()
    return page
  }
  const organization = (page: Page) => page.getByRole('textbox', { name: 'Organization ID' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save client' }).click()

  it('for a client: the second is told who changed what, keeps the input, and overwrites or reloads', async () => {
    const [first, second] = [await openClient(), await openClient()]
    stage().allow(second, conflict)
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
    stage().allow(second, conflict)
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
    stage().allow(second, conflict)
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
    const [response] = await Promise.all([
      second.waitForResponse((response) => response.request().method() === 'PUT'),
      saveCosts(second),
    ])
    expect(response.status()).toBe(200)
  })
})

describe('Two people designing', () => {
  const doneText = 'Data has been updated successfully'

  it('the same banner: the second is asked, keeps the drawing, and reloads or overwrites', async () => {
    const first = await stage().newPageOf(people.acmeOwner, '/banner/create')
    await first.getByRole('textbox', { name: 'Name' }).fill('Both at once')
    await first.getByRole('button', { name: 'Create banner' }).click()
    await first.getByRole('heading', { level: 1, name: 'Both at once' }).waitFor()
    const second = await stage().newPageOf(
      people.acmeOwner,
      first.url().replace(stage().origin(people.acmeOwner.host), ''),
    )
    stage().allow(second, conflict)
    const texts = (page: Page) => page.getByRole('button', { name: 'Your text', exact: true })
    const add = (page: Page) =>
      page.getByRole('toolbar', { name: 'Design tools' }).getByRole('button', { name: 'Text' }).click()
    const saveBanner = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
    await add(second)
    await add(second)
    await second.getByRole('textbox', { name: 'Text', exact: true }).fill('Second')
    await add(first)
    await saveBanner(first)
    await first.getByText(doneText).first().waitFor()

    await saveBanner(second)
    await note(second)
      .getByText(/^Changed by .Dana Acme/)
      .waitFor()
    await note(second).getByText('Changed: Banner').waitFor()
    await note(second).getByRole('button', { name: 'Keep editing' }).click()
    await note(second).waitFor({ state: 'detached' })
    await second.getByRole('button', { name: 'Second', exact: true }).first().waitFor()
    await saveBanner(second)
    await note(second).getByRole('button', { name: 'Overwrite' }).click()
    await second.getByText(doneText).first().waitFor()

    stage().allow(first, conflict)
    await add(first)
    await saveBanner(first)
    await note(first).getByRole('button', { name: 'Reload' }).click()
    await first.getByRole('button', { name: 'Second', exact: true }).first().waitFor()
    expect(await texts(first).count()).toBe(await texts(second).count())
  })

  it('with the same brand kit: the second is told what changed, and what was typed stays', async () => {
    const openKit = async () => {
      const page = await stage().newPageOf(people.acmeOwner, '/banner/create')
      await page.getByRole('button', { name: 'Edit brand kit' }).click()
      await page.getByRole('dialog', { name: 'Brand kit' }).getByLabel('Color 1').waitFor()
      return page
    }
    const [first, second] = [await openKit(), await openKit()]
    stage().allow(second, conflict)
    const color = second.getByLabel('Color 1')
    const font = (page: Page) => page.getByRole('combobox', { name: 'Font' })
    const saveKit = (page: Page) => page.getByRole('button', { name: 'Save brand kit' }).click()
    const [before, colorBefore] = [await font(first).inputValue(), await color.inputValue()]
    await choose(first, 'Font', 'Georgia')
    await saveKit(first)
    await first.getByText('Your settings have been saved.').waitFor()

    await color.fill('#123456')
    await saveKit(second)
    await note(second).getByText('Changed: Font').waitFor()
    expect(await findBarriers(second)).toEqual([])
    expect(await color.inputValue()).toBe('#123456')
    await note(second).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => font(second).inputValue()).toBe('Georgia')
    expect(await color.inputValue()).toBe(colorBefore)
    await choose(second, 'Font', before)
    await saveKit(second)
    await second.getByText('Your settings have been saved.').waitFor()
  })
})

describe('A mail server that somebody else has saved meanwhile', () => {
  const owner = people.brightsideOwner
  const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
  const open = () => stage().newPageOf(owner, '/configuration/general-setting?section=mail-server')
  const saveServer = async (page: Page, host: string): Promise<void> => {
    await field(page, 'Host').fill(host)
    await field(page, 'From name').fill('Brightside')
    await field(page, 'From address').fill('hello@brightside.test')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await confirmIdentityIfAsked(page, page.getByText(host), owner.password)
  }
  const remove = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Remove mail server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove mail server' }).click()
  }

  it('is not removed unseen, and what is typed beside it stays', async () => {
    const first = await open()
    stage().allow(first, /status of 403/)
    await saveServer(first, 'one.brightside.test')
    const second = await open()
    stage().allow(second, /status of 40[39]/)
    await second.getByText('one.brightside.test').waitFor()
    await saveServer(first, 'two.brightside.test')

    await field(second, 'From name').fill('Typed by the second')
    await remove(second)
    const question = second.getByRole('dialog', { name: 'Remove this mail server?' })
    await confirmIdentityIfAsked(second, question.getByText('Someone else changed this'), owner.password)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await second.getByText('two.brightside.test').waitFor()
    expect(await field(second, 'From name').inputValue()).toBe('Typed by the second')

    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await note(second).getByText('Changed: Host').waitFor()
    await note(second).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => field(second, 'Host').inputValue()).toBe('two.brightside.test')
    await remove(second)
    await second.getByText('Email is sent through the platform').waitFor()
    await expect.poll(() => field(second, 'Host').inputValue()).toBe('')
  })
})
