import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { landWithClicks } from './support/land.ts'
import { people, type Login } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { expectFocusSeen, tabTo } from './support/tab-to.ts'

// Ten everyday tasks without a mouse; at each stop it can be seen where the focus is. Nothing is saved but a banner.

const stage = useStage()

/** Does tasks from a person's landing page, and fails if there was a click. */
async function work(login: Login, tasks: (page: Page) => Promise<void>): Promise<void> {
  const { page, clicks } = await landWithClicks(stage(), login)
  await tasks(page)
  expect(await clicks()).toBe(0)
}

/** Opens a page by its name in the search. */
async function goBySearch(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
  // Its only field has no frame; what Enter would open is marked.
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const press = async (page: Page, place: Locator): Promise<void> => {
  await tabTo(page, place)
  await page.keyboard.press('Enter')
}

/** Moves with j and k through the rows of the page's list. */
async function moveInList(page: Page, steps: readonly (readonly ['j' | 'k', number])[]): Promise<void> {
  // Its skeleton has rows as well, which no key reaches.
  const rows = page.locator('main tr[data-row]')
  await rows.nth(1).waitFor()
  for (const [key, row] of steps) {
    await page.keyboard.press(key)
    await expect.poll(() => rows.nth(row).evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await expectFocusSeen(page)
  }
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

it('an operator reads what an agency owes', () =>
  work(people.root, async (page) => {
    await moveInList(page, [
      ['j', 0],
      ['j', 1],
      ['k', 0],
    ])
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'At a glance' }).getByText('Due now', { exact: true }).waitFor()
  }))

it('a client reads an invoice', () =>
  work(people.cedarDental, async (page) => {
    await goBySearch(page, 'Card Setting')
    await press(page, page.getByRole('button', { name: 'Show lines' }).first())
    await page
      .getByRole('dialog', { name: /^Invoice/ })
      .getByRole('listitem')
      .first()
      .waitFor()
    await closeDialog(page)
  }))

it('a client works a lead, sees why a visit became none, begins to invite a colleague, and turns the theme', () =>
  work(people.plumbright, async (page) => {
    await goBySearch(page, 'Leads')
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    await moveInList(page, [['j', 0]])
    await page.keyboard.press('Enter')
    const work = page.getByRole('region', { name: 'Status and notes' })
    await tabTo(page, work.getByRole('combobox', { name: 'Status' }))
    await tabTo(page, work.getByLabel('New note'))
    // A field keeps Escape, so that no typed note is lost.
    await page.keyboard.press('Shift+Tab')
    await closeDialog(page)

    await goBySearch(page, 'Visits')
    await page.getByRole('table', { name: 'Visits' }).waitFor()
    await moveInList(page, [['j', 0]])
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText('Not checked')
      .or(page.getByRole('dialog').getByText('Passed'))
      .first()
      .waitFor()
    await closeDialog(page)

    await goBySearch(page, 'Team')
    await press(page, page.getByRole('button', { name: 'Invite colleague' }).first())
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await expectFocusSeen(page)
    await closeDialog(page)

    for (const theme of ['Dark theme', 'Light theme']) {
      await goBySearch(page, theme)
      await page.locator(`html[data-mantine-color-scheme="${theme === 'Dark theme' ? 'dark' : 'light'}"]`).waitFor()
    }
  }))

it('an agency reviews a price, fills in a campaign, saves a view of a list, and begins a banner', () =>
  work(people.acmeOwner, async (page) => {
    await goBySearch(page, 'Client Management')
    await page.getByRole('heading', { level: 1, name: 'Client Management' }).waitFor()
    await press(page, page.getByRole('button', { name: /^Set Cost for/ }).first())
    const field = page.getByRole('dialog', { name: 'Set Cost for Client' }).getByRole('textbox').first()
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Back' }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await press(page, page.getByRole('button', { name: 'Discard changes' }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await goBySearch(page, 'New campaign')
    await tabTo(page, page.getByRole('combobox', { name: 'Client' }))
    await page.keyboard.type('Plumbright')
    await page.getByRole('option', { name: 'Plumbright', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('textbox', { name: 'Campaign name' }))
    await page.keyboard.type('By keys')
    await tabTo(page, page.getByRole('button', { name: 'Cancel', exact: true }))
    await tabTo(page, page.getByRole('button', { name: 'Create campaign' }))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Discard changes' }))

    await goBySearch(page, 'Leads')
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    await press(page, page.getByRole('button', { name: 'Views' }))
    await page.getByRole('menuitem', { name: 'Save as view' }).waitFor()
    await page.keyboard.press('Escape')

    await goBySearch(page, 'New banner')
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.type('By keys')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
  }))
