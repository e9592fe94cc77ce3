import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillCompanyStep } from './support/profile-setup.ts'
import { codeOf } from './support/authenticator.ts'
import { typeCard } from './support/card.ts'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { turnAuthenticatorOff, turnAuthenticatorOn } from './support/factor-steps.ts'
import { people } from './support/people.ts'
import { signIn, useStage } from './support/stage.ts'
import { say } from './support/texts.ts'
import { actOnRow, isOnForRow } from './support/row-actions.ts'
import { agencies, checkTree, go, refundFee } from './support/tree-steps.ts'
import { world } from './support/world.ts'

const stage = useStage()
const password = 'a lamp beside the sea'

const t = say('en')
const { root } = people

/** R180: shown if the server gives no message of its own. */
const serverBusy = 'Server might be busy please try again later'
async function failOnce(page: Page, url: string): Promise<void> {
  stage().allow(page, /status of 500/)
  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
}

/** R187: the form above the list. */
async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add agency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add agency' })
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await dialog.getByText('Enter the full name').waitFor()
  await dialog.getByLabel('Company name').fill('Tidewater Media')
  await dialog.getByLabel('Full name').fill('Tessa Tide')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('tessa@tidewater.test')
  await dialog.getByLabel('Subdomain').fill('acme')
  await dialog.getByText('This subdomain is taken.').waitFor()
  await dialog.getByLabel('Subdomain').fill('tidewater')
  await dialog.getByText('This subdomain is free.').waitFor()
  // R008: it is marked as beta.
  await dialog.getByRole('checkbox', { name: 'B2B ID Beta' }).uncheck()
  expect(await findBarriers(page)).toEqual([])
  await failOnce(page, '**/api/configuration/user/create')
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await dialog.getByText(serverBusy).waitFor()
  await dialog.getByRole('button', { name: 'Add agency' }).click()
  await page.getByText('Data has been added successfully').waitFor()
  await agencies(page).getByRole('link', { name: 'Tidewater Media FREE Invited' }).waitFor()
}

/** R187: the form in the agency's own row. */
async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Edit .Tidewater Media/ }).click()
  await page.getByLabel('Company name').fill('Tidewater Group')
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText('Please enter valid phone number').waitFor()
  await page.getByRole('textbox', { name: 'Phone number' }).pressSequentially('2015550199')
  expect(await page.getByRole('checkbox', { name: 'B2B ID Beta' }).isChecked()).toBe(false)
  // A product stays while nobody knows whether campaigns of it are running.
  await failOnce(page, '**/api/leadspeek/check-campaign-active')
  await page.getByRole('checkbox', { name: 'Search ID' }).click()
  await page.getByRole('alert').getByText(serverBusy).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Search ID' }).isChecked()).toBe(true)
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  // R181, R182: the server's message for a field.
  stage().allow(page, /status of 422/)
  await page.getByRole('textbox', { name: 'Email' }).fill('owner@acme.test')
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText('An account with this email address already exists.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('tessa@tidewater.test')
  await failOnce(page, '**/api/configuration/user/update')
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText(serverBusy).waitFor()
  // R123: toggling developer mode asks for confirmation and shows its cost.
  await page.getByRole('switch', { name: 'Developer mode' }).click()
  const question = page.getByRole('dialog', { name: 'Turn on developer mode?' })
  await question.getByText(/A one-time fee of .*\$500\.00/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Turn on' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save agency' }).click()
  await page.getByText('Data has been updated successfully').first().waitFor()
  await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor()
}

/** Prices must be typed, neither pasted nor copied, and changes are shown before they are saved (R221 to R224). */
async function price(page: Page): Promise<void> {
  await actOnRow(page, 'Set Cost for', 'Tidewater Group')
  const dialog = page.getByRole('dialog', { name: 'Set Cost for Agency' })
  const product = dialog.getByRole('group', { name: 'Site ID' })
  const fee = product.getByLabel('Platform fee per week')
  await fee.waitFor()
  expect(await fee.inputValue()).toBe('0.00')
  const events = await fee.evaluate((input) =>
    ['copy', 'cut', 'paste'].filter(
      (kind) => !input.dispatchEvent(new ClipboardEvent(kind, { bubbles: true, cancelable: true })),
    ),
  )
  expect(events).toEqual(['copy', 'cut', 'paste'])
  // What is no price is refused with words, and never changed (decision 190); a comma is read.
  await fee.fill('-1e9.9.99x')
  await fee.blur()
  await dialog.getByText('Enter a price from 0 to 99999.99.').first().waitFor()
  await fee.fill('19,99')
  await fee.blur()
  expect(await fee.inputValue()).toBe('19.99')
  await product.getByLabel('Cost per lead', { exact: true }).fill('0.4')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByRole('list', { name: 'What changes' }).getByText('$0.50').waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toHaveLength(2)
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save costs' }).click()
  await page.getByText('Your settings have been saved.').waitFor()
  await actOnRow(page, 'Set Cost for', 'Tidewater Group')
  await expect.poll(() => product.getByLabel('Cost per lead', { exact: true }).inputValue()).toBe('0.40')
  await dialog.getByRole('tab', { name: 'One Time' }).click()
  await product.getByLabel('Platform fee', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

const waitForSave = (page: Page) => page.getByText('Setting has been saved.').first().waitFor()

/** The operator's onboarding fee for agencies, a coupon for it, and minimum spend (R232 to R235, R259). */
async function setFees(page: Page): Promise<void> {
  await go(page, '/configuration/general-setting?section=onboarding')
  const amount = page.getByLabel('Amount')
  await amount.fill('0.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Amount can not be less than or equal to 0.5.').waitFor()
  await amount.fill('250')
  await page.getByRole('switch', { name: 'Accept coupons' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForSave(page)
  await page.getByRole('button', { name: 'Add coupon' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add coupon' })
  await dialog.getByLabel('Code').fill('tide-20')
  await dialog.getByRole('button', { name: 'Add coupon' }).click()
  await dialog.getByText('Enter a whole number from 1 to 100.').waitFor()
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('20')
  await dialog.getByLabel('Number of uses').fill('3')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add coupon' }).click()
  await page.getByRole('cell', { name: 'TIDE-20', exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await go(page, '/configuration/general-setting?section=minimum-spend')
  await page.getByRole('switch', { name: 'Require a minimum spend from agencies' }).check()
  await page.getByLabel('Every month after').fill('1000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your settings have been saved.').waitFor()
  await go(page, '/configuration/agency-list')
}

/** A coupon that was used can be revoked, and stays in the list. */
async function revokeCoupon(page: Page): Promise<void> {
  await go(page, '/configuration/general-setting?section=onboarding')
  const coupon = page.getByRole('row').filter({ hasText: 'TIDE-20' })
  await coupon.getByRole('button', { name: /^Revoke .TIDE-20/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this coupon?' })
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Revoke coupon' }).click()
  await coupon.getByText('Revoked', { exact: true }).waitFor()
  expect(await coupon.getByRole('button').count()).toBe(0)
}

/** Resets what `setFees` set: a company that owes the fee starts no campaigns, and other agencies have no card. */
async function resetFees(page: Page): Promise<void> {
  await go(page, '/configuration/general-setting?section=onboarding')
  await page.getByLabel('Amount').fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForSave(page)
}

/** The icons of an agency's row: each has a tooltip (R189, R191, R192, R195, R196). */
async function bill(page: Page): Promise<void> {
  const act = (what: string) => actOnRow(page, what, 'Tidewater Group')
  const isOn = (what: string) => isOnForRow(page, what, 'Tidewater Group')
  await act('Minimum spend for')
  await expect.poll(() => isOn('Minimum spend for')).toBe(false)
  await act('Onboarding charge of')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('250.00')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Amount').fill('99.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await act('Manual bill for')
  await dialog.getByText('Campaigns of this agency are billed at wholesale to its card.').waitFor()
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(() => isOn('Manual bill for')).toBe(true)
  // R197: if saving fails, nothing changes.
  stage().allow(page, /status of 503/)
  await page.route('**/api/payment/set-billing-method', (route) => route.fulfill({ status: 503, body: '{}' }))
  await act('Manual bill for')
  await dialog.getByText('All campaigns of this agency stop now').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('We are unable to save. Please try again later or contact support for assistance.').waitFor()
  expect(await isOn('Manual bill for')).toBe(true)
  await page.unroute('**/api/payment/set-billing-method')
}

/** The specified messages for server errors (R198, R199, R236), and a settlement that succeeds (R193). */
async function expectSpecifiedErrors(page: Page): Promise<void> {
  const act = (what: string) => actOnRow(page, what, 'Tidewater Group')
  const dialog = page.getByRole('dialog')
  const calls =
    /\/api\/(configuration\/setting\/exclude|configuration\/onboarding\/set|general\/manual-bill-settlement)/
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
  const list = '**/api/configuration/user/*/all/**'
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object[] }
    await route.fulfill({
      response,
      json: { ...answer, data: answer.data.map((row) => ({ ...row, payment_status: 'failed' })) },
    })
  })
  await go(page, '/configuration/agency-list')
  await act('Minimum spend for')
  const notIncluded =
    'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support'
  await page.getByText(notIncluded).waitFor()
  await act('Onboarding charge of')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('We are unable to save your setting, please try again later.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act('Payment of')
  await dialog.getByText('Amounts due remain due').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await page.getByText('Something went wrong, please try again later..').waitFor()
  await page.unroute(calls)
  await page.unroute(list)
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await page.getByText('Manual Bill Settlement has been successfully processed.').waitFor()
  await agencies(page).getByText('Payment Failed').waitFor({ state: 'detached' })
}

/** The onboarding fee less a coupon, charged to the first card (R136, OQ-60). */
async function payOnboardingFee(page: Page): Promise<void> {
  await go(page, '/user/profile-setup')
  const next = page.locator('#main').getByRole('button', { name: 'Next' })
  await next.click()
  await fillCompanyStep(page)
  await next.click()
  await page.getByText('$99.50').waitFor()
  stage().allow(page, /status of 422/)
  await page.getByLabel('Coupon').fill('nobodys')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This coupon cannot be used.').waitFor()
  await page.getByLabel('Coupon').fill('Tide-20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('$79.60').waitFor()
  await typeCard(page)
  expect(await findBarriers(page)).toEqual([])
  await next.click()
  await page.getByRole('heading', { name: 'Review and finish' }).waitFor()
  await page.getByRole('button', { name: 'Go To General Settings' }).click()
  await page.waitForURL((url) => url.pathname === '/configuration/general-setting')
  // The tour starts once the screens are accessible.
  await page.locator('#driver-popover-content').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#driver-popover-content').waitFor({ state: 'detached' })
  await go(page, '/configuration/client-management')
  await page.getByText('No clients yet').waitFor()
  // A job charges the card as soon as it is stored.
  await expect
    .poll(async () => {
      await go(page, '/configuration/general-setting?section=billing')
      await page.getByRole('cell', { name: '$79.60' }).waitFor()
      return page.getByRole('cell', { name: /^Paid/ }).count()
    })
    .toBe(1)
  expect(await findBarriers(page)).toEqual([])
}

/** Accepts the invitation on the agency's own host. */
async function acceptInvitation(): Promise<string> {
  const link = async () => {
    const { mails } = await readDesk(stage().port)
    const links = mails
      .filter(({ to }) => to.includes('tessa@tidewater.test'))
      .flatMap(({ text }) => /http:\S*tidewater\.localhost\S*/.exec(text)?.[0] ?? [])
    return links[0]
  }
  await expect.poll(link, { timeout: 45_000 }).toBeDefined()
  const page = await stage().newPage()
  await page.goto((await link())!)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  // An invited user is signed in with the password they chose, and has to fill in their profile first.
  await page.getByRole('button', { name: 'Account of Tessa Tide' }).waitFor()
  expect(new URL(page.url()).hostname).toBe('tidewater.localhost')
  await page.getByRole('heading', { name: 'Profile Setup', level: 1 }).waitFor()
  const { origin } = new URL(page.url())
  await page.close()
  return origin
}

async function signInAsTessa(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('tessa@tidewater.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Account of Tessa Tide' }).waitFor()
  expect(new URL(page.url()).hostname).toBe('tidewater.localhost')
}

describe('1. The operator and a first agency', () => {
  it('sets up an authenticator, and the operator lands on the Agency List', async () => {
    const page = await stage().newPage()
    await signIn(page, stage().origin(root.host), root, t)
    await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
    stage().allow(page, /status of (403|422)/)
    const { secret, recoveryCode } = await turnAuthenticatorOn(page)
    try {
      await page.getByRole('button', { name: `Account of ${root.name}` }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await page.getByLabel('Email', { exact: true }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('refresh_token')), 'R080').toBeNull()
      // A table row was under the menu: its link was under the pointer when the session ended.
      expect(new URL(page.url()).search, 'who signs out is led nowhere afterwards').toBe('')
      await page.getByLabel('Email', { exact: true }).fill(root.email)
      await page.getByLabel('Password', { exact: true }).fill(root.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      // R088: the second factor's step replaces the password's.
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      stage().allow(page, /status of 422/)
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('That code is incorrect or expired.').waitFor()
      // The field's description offers a recovery code, above all after a wrong code.
      const description = await page.getByLabel('Code', { exact: true }).getAttribute('aria-describedby')
      expect(description).toBe('code-error code-hint')
      await page.locator('#code-hint').getByText('Use a recovery code.').waitFor()
      await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0))
      // Use the keyboard: a click could hit the next page.
      await page.getByLabel('Code', { exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'Agency List', level: 1 }).waitFor()
    } finally {
      await turnAuthenticatorOff(page, recoveryCode)
      // Turning two-factor on ended the session that other journeys share.
      rmSync(join(world().sessionFolder, `${root.email}.json`), { force: true })
    }
  })

  it('adds, edits, deletes, and restores an agency whose owner signs in and whose first card pays the fee', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await add(page)
    await edit(page)
    await price(page)
    await checkTree(page)
    await setFees(page)
    try {
      await bill(page)
      await expectSpecifiedErrors(page)
      const origin = await acceptInvitation()
      await actOnRow(page, 'Delete', 'Tidewater Group')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete agency' }).click()
      await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await agencies(page).getByRole('link', { name: 'Tidewater Group' }).waitFor()
      // Deleting the agency signed its people out.
      const owner = await stage().newPage()
      await owner.goto(origin)
      await signInAsTessa(owner)
      await payOnboardingFee(owner)
      await refundFee(page)
      await revokeCoupon(page)
    } finally {
      await resetFees(page)
    }
  })
})
