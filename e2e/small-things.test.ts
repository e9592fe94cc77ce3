import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { fillCompanyStep } from './support/profile-setup.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { openRowMenu } from './support/row-actions.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const notes = { name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }

/** Expects the message to be visible without scrolling, right below its field. */
async function expectBelow(message: Locator, field: Locator): Promise<void> {
  const [at, of] = await Promise.all([message.boundingBox(), field.boundingBox()])
  expect(Math.abs(at!.y - (of!.y + of!.height))).toBeLessThan(80)
  expect(await message.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
}

/** Records the page's requests that change something. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/configuration/')) writes.push(request.url())
  })
  return writes
}

describe('A file of the wrong type is rejected when it is chosen, at its field:', () => {
  it('a logo', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/general-setting?section=branding')
    const field = page.getByRole('group', { name: 'Logo' })
    await field.waitFor()
    await field.scrollIntoViewIfNeeded()
    const writes = writesOf(page)
    await field.locator('input[type=file]').setInputFiles(notes)
    const message = page.getByText('Choose a PNG, JPEG, WebP or SVG image.')
    await message.waitFor()
    await expectBelow(message, field)
    expect(writes).toEqual([])
  })

  it('a portrait, where the field’s hint says what is accepted', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/user/profile')
    const hint = page.getByText('PNG, JPEG or WebP, at most 5 MB.')
    await hint.waitFor()
    await page.locator('input[type=file]').first().setInputFiles(notes)
    const message = page.getByText('Choose a PNG, JPEG or WebP image.')
    await message.waitFor()
    expect(await hint.count()).toBe(0)
    await expectBelow(message, page.getByRole('button', { name: 'Upload image' }).first())
  })

  it('a list of addresses', async () => {
    const page = await stage().newPageOf(people.acmeAdmin, '/configuration/exclusion-list')
    const button = page.getByRole('button', { name: 'Upload CSV file' })
    await button.waitFor()
    await page.locator('input[type=file]').setInputFiles(notes)
    // T125.
    const message = page.getByText('Invalid file format. This upload only supports CSV files.')
    await message.waitFor()
    await expectBelow(message, button)
  })
})

describe('A person with an incomplete form', () => {
  it('sees at the field what is missing, and the focus moves there', async () => {
    const page = await stage().newPage()
    await page.goto(stage().origin(people.acmeOwner.host))
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const field = page.getByLabel('Email', { exact: true })
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await field.fill('dana')
    await page.getByRole('button', { name: 'Send link' }).click()
    const message = page.getByText('Enter your email address.')
    await message.waitFor()
    await expectBelow(message, field)
    expect(await field.getAttribute('aria-describedby')).toBe(await message.getAttribute('id'))
    await expect.poll(() => isFocused(field)).toBe(true)
  })
})

const isFocused = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement)

describe('A country is found by its name', () => {
  it.each(['/user/profile', '/configuration/general-setting?section=company'])('%s', async (path) => {
    const page = await stage().newPageOf(people.acmeOwner, path)
    await page
      .getByLabel(/^Country/)
      .first()
      .waitFor()
    const pickers = page
      .locator('input:not([type=hidden])')
      .and(page.getByLabel(/^Country/))
      .filter({ visible: true })
    const count = await pickers.count()
    expect(count).toBeGreaterThan(0)
    for (let at = 0; at < count; at++) {
      await pickers.nth(at).click()
      await pickers.nth(at).fill('Portu')
      const options = page.getByRole('option').filter({ visible: true })
      await expect.poll(() => options.count()).toBe(1)
      expect(await options.innerText()).toContain('Portugal')
      await page.keyboard.press('Escape')
    }
  })

  it('by its first letters, during registration', async () => {
    const page = await stage().newPage()
    await page.goto(`${stage().origin(people.acmeOwner.host)}/register`)
    const picker = page.getByRole('combobox', { name: 'Country' })
    await picker.focus()
    await page.keyboard.type('Portu')
    await expect.poll(() => picker.inputValue()).toBe('PT')
  })
})

describe('The list of one’s own sessions', () => {
  it('updates when the window regains focus: it shows new sign-ins and hides ended sessions', async () => {
    const { acmeAdmin } = people
    const page = await stage().newPageOf(acmeAdmin, '/configuration/client-management')
    await page.getByRole('button', { name: `Account of ${acmeAdmin.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sessions', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sessions' })
    const rows = dialog.getByRole('listitem')
    await dialog.getByText('This device').waitFor()
    const before = await rows.count()

    const elsewhere = await stage().newPage()
    await signIn(elsewhere, stage().origin(acmeAdmin.host), acmeAdmin, say('en'))
    await elsewhere.close()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => rows.count()).toBe(before + 1)

    await dialog.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await expect.poll(() => rows.count()).toBe(before)
    await dialog.getByText('This device').waitFor()
  })
})

describe('The profile setup', () => {
  it('goes on at its end when the payment step vanishes behind somebody', async () => {
    const page = await stage().newPageOf(people.plumbright, '/user/profile-setup')
    const steps = page.getByRole('list', { name: 'Steps of the setup' }).getByRole('listitem')
    const end = page.getByRole('heading', { name: 'Review and finish' })
    await expect.poll(() => steps.count()).toBe(4)
    const next = page.locator('#main').getByRole('button', { name: 'Next' })
    // Nothing of this person is changed for the other journeys.
    const success = { result: 'success', message: 'Saved.' }
    await page.route('**/api/user/update', (route) => route.fulfill({ json: success }))
    await next.click()
    await fillCompanyStep(page)
    await next.click()
    await page.getByText('Card on file').waitFor()
    await next.click()
    await end.waitFor()

    const json = { result: 'success', data: { card: null, gateway: 'none', form_url: null } }
    await page.route('**/api/payment/card', (route) => route.fulfill({ json }))
    await page.evaluate(() => {
      // What was read is no longer fresh.
      const now = Date.now
      Date.now = () => now() + 60_000
      window.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => steps.count()).toBe(3)
    expect(await end.count()).toBe(1)
  })
})

describe('When a dialog closes, the focus returns', () => {
  it('to the row’s icon or menu, for each dialog that they open', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await waitUntilSettled(page)
    const menu = page.getByRole('button', { name: /^More for .Acme Growth/ })
    await openRowMenu(page, 'Acme Growth')
    await page.getByRole('menuitem', { name: /^Sign out everywhere/ }).click()
    await closesBackTo(page, menu, 'Sign out everywhere')
    for (const icon of ['Set Cost for', 'Developer API of', 'Set Sales Person for', 'Delete', 'User logs of']) {
      const opener = page.getByRole('button', { name: new RegExp(`^${icon} .Acme Growth`) })
      await opener.click()
      await closesBackTo(page, opener, icon)
    }
  })

  it('to what opened it, for each dialog of the page and its rows', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await waitUntilSettled(page)
    for (const name of ['Add agency', 'Removed', /^View as /]) {
      const opener = page.getByRole('button', { name, exact: true }).first()
      await opener.click()
      await closesBackTo(page, opener, String(name))
    }
  })

  it('to the account’s button, for those of the account', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    const account = page.getByRole('button', { name: `Account of ${people.acmeOwner.name}` })
    for (const item of ['Change Password', 'Two Factor Authentication', 'Sessions', 'Developer']) {
      await account.click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      await closesBackTo(page, account, item)
    }
  })
})

it('A choice in the URL is shown by its name once that is loaded', async () => {
  const page = await stage().newPageOf(people.root, `/campaign?agency=${demoId('Acme Growth')}`)
  const choice = page.getByRole('textbox', { name: 'Agency' }).or(page.getByRole('combobox', { name: 'Agency' }))
  await expect.poll(() => choice.first().inputValue()).toBe('Acme Growth')
})

/** Escape closes what is open, and the focus returns to the opener. */
async function closesBackTo(page: Page, opener: Locator, what: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), { message: what }).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(opener), { message: `focus after ${what}` }).toBe(true)
}

describe('The buttons of a long dialog', () => {
  it.each([1280, 360])('stay in view while it scrolls, at %s px', async (width) => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management', { width })
    await page.setViewportSize({ width, height: 620 })
    await page.getByRole('button', { name: 'Add client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add client' })
    const submit = dialog.getByRole('button', { name: 'Add client' })
    await submit.waitFor()
    // Stored when the dialog no longer moves.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    const hidden_px = await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)
    expect(hidden_px).toBeGreaterThan(50)
    const bottomOf = async (): Promise<number> => {
      const [box, frame] = await Promise.all([submit.boundingBox(), dialog.boundingBox()])
      return frame!.y + frame!.height - (box!.y + box!.height)
    }
    const before = await bottomOf()
    expect(before).toBeGreaterThan(0)
    await dialog.evaluate((one) => one.scrollTo({ top: one.scrollHeight, behavior: 'instant' }))
    expect(Math.abs((await bottomOf()) - before)).toBeLessThan(2)
    // The last field is above the buttons, not behind them.
    const last = dialog.locator('input:not([type=hidden])').filter({ visible: true }).last()
    const [field, buttons] = await Promise.all([last.boundingBox(), submit.boundingBox()])
    expect(field!.y + field!.height).toBeLessThanOrEqual(buttons!.y)
  })
})

describe('The focus in a cell with two lines', () => {
  it('draws its ring where the cell does not clip it', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    const link = page.getByRole('table').locator('a[href^="mailto:"]').first()
    await link.waitFor()
    await link.focus()
    // Keyboard focus, which shows the ring.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    const ring = await link.evaluate((one) => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(one)
      return { outlineStyle, reach_px: parseFloat(outlineOffset) + parseFloat(outlineWidth) }
    })
    expect(ring.outlineStyle).not.toBe('none')
    expect(ring.reach_px).toBeLessThanOrEqual(0)
  })
})
