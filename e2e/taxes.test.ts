import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { findBarriers } from './support/axe.ts'
import { replaceCard } from './support/card.ts'
import { closePeriods, moveClock, readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people, type Login } from './support/people.ts'
import { say, type Locale } from './support/texts.ts'
import { visit } from './support/visit.ts'

// Sales tax from the seller's tax table over an invoice and its payment to a refund. Periods are closed here, so the
// journey has its own program and world.

const program = useOwnProgram()
// One language in the everyday run.
const locales = sampleOf<readonly Locale[]>(['en'], ['en', 'ar'])
// The sign's position depends on the language.
const tax = /^Sales tax .*6\.25.*\(US-IL\)$/

async function open(login: Login, path: string, locale: Locale): Promise<Page> {
  const page = await program().open(login, path)
  await turnLanguage(page, locale)
  return page
}

/** A demo person becomes a lead of a client that is taxed. */
async function becomeLead(at: number): Promise<void> {
  const person = (await readDesk(program().port)).samples[at]!
  const visitor = await program().stage.newVisitor()
  program().stage.allow(visitor, /status of 409/)
  await visit(visitor, `${program().stage.origin('plumbright.localhost')}/?hem=${person.md5}`)
  const page = await open(people.plumbright, '/siteid/leads', 'en')
  await page.getByRole('link', { name: person.name }).first().waitFor()
}

/** The card is charged in the background: reload the page until it says so. */
const waitForPayment = (page: Page, state: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.getByRole('region', { name: /./ }).first().waitFor()
        if (await state.isVisible()) return true
        await page.reload()
        return state.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 60_000 },
    )
    .toBe(true)

describe('tax from the rate table', () => {
  it.each(locales)('has rates that the seller adds and removes (%s)', async (locale) => {
    const t = say(locale)
    const page = await open(people.acmeOwner, '/configuration/general-setting?section=taxes', locale)
    const rates = page.getByRole('region', { name: t('Tax rates'), exact: true })
    await rates.getByRole('row').filter({ hasText: '6.25' }).waitFor()
    await rates.getByRole('button', { name: t('Add tax rate'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('Add tax rate'), exact: true })
    await dialog.getByRole('button', { name: t('Add tax rate'), exact: true }).click()
    await dialog.getByText(t('Enter a percentage from 0 to 100 with at most three decimals.')).waitFor()
    const country = new Intl.DisplayNames([locale], { type: 'region' }).of('CA')!
    await dialog.getByRole('combobox', { name: t('Country') }).fill(country)
    await page.getByRole('option', { name: country, exact: true }).click()
    await dialog.getByRole('textbox', { name: t('Region') }).fill('qc')
    await dialog.getByRole('textbox', { name: t('Name of the tax') }).fill('QST')
    await dialog.getByRole('textbox', { name: t('Tax rate') }).fill('9.975')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: t('Add tax rate'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = rates.getByRole('row').filter({ hasText: 'QST' })
    await row.getByText('9.975').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await row.getByRole('button').click()
    await page
      .getByRole('dialog', { name: t('Remove this tax rate?') })
      .getByRole('button', { name: t('Remove tax rate'), exact: true })
      .click()
    await row.waitFor({ state: 'detached' })
  })

  it('is on the next invoice, in both languages, is paid with it, and comes back with a refund', async () => {
    await becomeLead(0)
    const client = await open(people.plumbright, '/user/card-setting', 'en')
    const details = client.getByRole('region', { name: 'Tax details', exact: true })
    await details.getByText('Sales tax 6.25%').waitFor()
    await details.getByText('IL 36-7702195').waitFor()
    // The bank of the client's own card reverses each payment.
    await replaceCard(client)
    await moveClock(program().stage, '7 days ahead')
    await closePeriods(program().stage)
    let number = ''
    for (const locale of ['en', 'ar'] as const) {
      const t = say(locale)
      const page = await open(people.plumbright, '/user/card-setting', locale)
      const row = page
        .getByRole('region', { name: t('Invoices') })
        .getByRole('row')
        .nth(1)
      await waitForPayment(page, row.getByText(t('Paid'), { exact: true }))
      number = /\d{4}-\d{4}/.exec(await row.innerText())![0]
      await row.getByRole('button', { name: t('Show lines') }).click()
      const invoice = page.getByRole('dialog').filter({ hasText: number })
      await invoice.getByText(tax).waitFor()
      await invoice.getByText('IL 36-7702195').waitFor()
      expect(await findBarriers(page)).toEqual([])
    }
    const agency = await open(people.acmeOwner, `/configuration/client-management/${demoId('Plumbright')}`, 'en')
    const row = agency.getByRole('region', { name: 'Invoices' }).getByRole('row').filter({ hasText: number })
    await row.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = agency.getByRole('dialog').filter({ hasText: number })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('10.00')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await agency.getByText('The refund is being processed.').first().waitFor()
    await row.getByRole('button', { name: 'Show lines' }).click()
    const refunds = agency.getByRole('region', { name: 'Refunds' })
    await refunds.getByText('of it is tax').waitFor()
    expect(await findBarriers(agency)).toEqual([])
  })

  it('is not charged to a client that its agency exempts, for a reason that the client can read', async () => {
    const agency = await open(people.acmeOwner, `/configuration/client-management/${demoId('Plumbright')}`, 'en')
    const details = agency.getByRole('region', { name: 'Tax details', exact: true })
    await details.getByRole('button', { name: 'Exempt from tax', exact: true }).click()
    const dialog = agency.getByRole('dialog', { name: 'Exempt from tax', exact: true })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Resale')
    expect(await findBarriers(agency)).toEqual([])
    await dialog.getByRole('button', { name: 'Save exemption', exact: true }).click()
    await details.getByText('Resale').waitFor()
    const client = await open(people.plumbright, '/user/card-setting', 'ar')
    const card = client.getByRole('region', { name: say('ar')('Tax details'), exact: true })
    await card.getByText('Resale').waitFor()
    expect(await card.getByRole('button', { name: say('ar')('Exempt from tax') }).count()).toBe(0)
    expect(await findBarriers(client)).toEqual([])
  })
})
