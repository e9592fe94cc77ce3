import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Say } from './support/texts.ts'

const stage = useStage()

/** What they may not do, by the beginning of each button's name. */
const others = ['Add agency', 'Add client', 'Delete', 'Set Sales Person for {name}', 'User logs']

const entries = (page: Page, t: Say) =>
  page
    .getByRole('navigation', { name: t('Main menu') })
    .getByRole('link')
    .allInnerTexts()

async function isAbsent(page: Page, path: string): Promise<void> {
  await page.goto(stage().origin('localhost') + path)
  await page.getByRole('heading', { name: /404/ }).waitFor()
}

describe.each(['en', 'ar'] as const)('11. Sales staff (%s)', (locale) => {
  const t = say(locale)
  const startOf = (text: string): string => t(text).split('{')[0]!

  it('R073: without a connected account see the state of their payment account, and nothing else', async () => {
    const page = await stage().newPageOf(people.salesRep, '/configuration/client-management')
    await turnLanguage(page, locale)
    await page.getByRole('heading', { name: t('Payment account') }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/configuration/sales-connect-account')
    await page.getByText(t('Form incomplete')).waitFor()
    // OQ-53; pressing it continues with the form.
    await page.getByRole('main').getByText(t('Your payment account isn’t fully connected yet.')).waitFor()
    await page.getByRole('button', { name: t('Continue at the payment provider') }).waitFor()
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([
      t('Continue at the payment provider'),
    ])
    expect(await entries(page, t)).toEqual([t('Payment account')])
    // They have still earned commissions on what their agency has paid.
    const row = page
      .getByRole('table', { name: t('Commissions') })
      .getByRole('row')
      .filter({ hasText: 'Acme Growth' })
    await row.getByText(/\$\d/).first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('C144: with a refused account may disconnect it, to connect another one', async () => {
    const page = await stage().newPageOf(people.salesRep, '/configuration/sales-connect-account', { worker: 'off' })
    await turnLanguage(page, locale)
    await page.route(/check-sales-connected-account|checksetupcomplete/, async (route) => {
      const response = await route.fetch()
      const { result, data } = (await response.json()) as { result: string; data: object }
      await route.fulfill({ response, json: { result, data: { ...data, accountconnected: 'failed' } } })
    })
    await page.reload()
    await page.getByRole('button', { name: t('Disconnect') }).click()
    const dialog = page.getByRole('dialog', { name: t('Disconnect this payment account?') })
    await dialog
      .getByText(t('Your commissions wait until you connect another account. This one stays at the payment provider.'))
      .waitFor()
    await dialog.getByRole('button', { name: t('Cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('R141, R148, R151: with a connected account executive see the agencies assigned to them, with three actions', async () => {
    const page = await stage().newPageOf(people.executive)
    await turnLanguage(page, locale)
    await page.getByText(t('Your payment account is connected.')).waitFor()
    expect(await entries(page, t)).toEqual([t('Client Management'), t('Agency List'), t('Payment account')])
    await page
      .getByRole('main')
      .getByRole('link', { name: t('Agency List') })
      .click()
    const agencies = page.getByRole('table', { name: t('Agencies') })
    await agencies.getByRole('link', { name: 'Acme Growth' }).waitFor()
    // The row's only link is the one that emails the owner.
    expect(await agencies.locator('a:not([href^="mailto:"])').count()).toBe(1)
    // View as, edit and set cost, but nothing to add.
    expect(
      await agencies
        .getByRole('button', {
          name: new RegExp(`^(${['View as {name}', 'Edit {name}', 'Set Cost for {name}'].map(startOf).join('|')})`),
        })
        .count(),
    ).toBe(3)
    expect(await page.getByRole('button', { name: new RegExp(others.map(startOf).join('|')) }).count()).toBe(0)
    await agencies.getByRole('link', { name: 'Acme Growth' }).click()
    await page
      .getByRole('table', { name: t('Clients') })
      .getByText('Plumbright', { exact: true })
      .waitFor()
    await page.getByRole('link', { name: t('Client Management') }).click()
    await page
      .getByRole('table', { name: t('Clients') })
      .getByText('Harbor Realty', { exact: true })
      .waitFor()
    expect(await page.getByRole('combobox', { name: t('Agency') }).inputValue()).toBe('Acme Growth')
    for (const path of ['opt-out-list', 'general-setting', 'sales-account-list'])
      await isAbsent(page, `/configuration/${path}`)
  })
})

describe('The operator', () => {
  it('R036: manages the Sales Rep & AE List, whose sidebar entry is Sales Account List (T006, T012)', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await page.getByRole('link', { name: 'Sales Account List' }).click()
    await page.getByRole('heading', { name: 'Sales Rep & AE List' }).waitFor()
    const staff = page.getByRole('table', { name: 'Sales staff' })
    await staff.getByRole('link', { name: 'Remy Pace' }).waitFor()
    await page.getByRole('button', { name: 'Invite sales person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite sales person' })
    await dialog.getByLabel('Full name').fill('Sage Ellis')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('sage@leadloom.test')
    await dialog.getByRole('radio', { name: 'Account executive' }).check()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await staff.getByRole('row', { name: /Sage Ellis.*Invited.*Account executive.*Not connected.*0/ }).waitFor()
    await staff.getByRole('button', { name: /^Actions for .Sage Ellis/ }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove sales person' }).click()
    await staff.getByText('Sage Ellis').waitFor({ state: 'detached' })
    await staff.getByRole('link', { name: 'Remy Pace' }).click()
    await page.getByRole('table', { name: 'Agencies' }).getByRole('link', { name: 'Brightside Media' }).waitFor()
  })

  it('C055, C056: sees what agencies earned and which campaigns underdeliver, from the agency list', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await page.getByRole('link', { name: 'Agencies report' }).click()
    const acme = page.getByRole('table', { name: 'Agencies' }).getByRole('row', { name: /Acme Growth/ })
    await acme.getByText(/\$\d/).first().waitFor()
    // OQ-55: the time zone is named.
    await page.getByText(/\(America\/New_York\)/).waitFor()
    await page.getByRole('combobox', { name: 'Days' }).click()
    await page.getByRole('option', { name: 'Last month' }).click()
    await page.waitForURL(/days=before/)
    await page.getByRole('link', { name: 'Agency List' }).first().click()
    await page.getByRole('link', { name: 'Under-performing' }).click()
    const slow = page.getByRole('table', { name: 'Campaigns' }).getByRole('row', { name: /Emergency plumbing site/ })
    await slow.getByText(/Anonymous visitor/).waitFor()
  })
})
