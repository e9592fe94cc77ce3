import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { campaigns } from '#demo/world-campaigns.ts'
import { findBarriers } from './support/axe.ts'
import { closePeriods, moveClock, readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people, type Login } from './support/people.ts'
import { say, type Locale, type Say } from './support/texts.ts'
import { visit } from './support/visit.ts'

// Follows a lead from its visit over invoice, payment and refund to the credit of another one. Closes periods, so the
// journey has its own program and world: moving the clock charges every agency's clients.

const program = useOwnProgram()
const client = people.harborRealty
const site = 'harborrealty.localhost'
const price = '$4.80'

/** A page of somebody in a language. */
async function open(login: Login, path: string, locale: Locale): Promise<Page> {
  const page = await program().open(login, path)
  await turnLanguage(page, locale)
  return page
}

interface Guest {
  name: string
  md5: string
}

/** Allows returning all leads of a month, because both languages return one of the same month. */
async function returnsAreTaken(locale: Locale): Promise<void> {
  const t = say(locale)
  const page = await open(people.acmeOwner, '/siteid/returns', locale)
  const rule = page.getByRole('region', { name: t('Return rule') })
  await rule.getByLabel(t('Share of a month’s leads')).fill('100')
  await rule.getByRole('button', { name: t('Save') }).click()
  await page.getByText(t('Your settings have been saved.')).first().waitFor()
}

/** Demo people whom the client's campaign accepts, one for each lead. */
async function guests(): Promise<Guest[]> {
  const { states } = campaigns.find(({ siteHost }) => siteHost === site)!
  return (await readDesk(program().port)).samples.filter(({ state }) => states.includes(state))
}

/** Visits the client's site as a person who becomes a lead. Returns the URL of the lead's page. */
async function becomeLead(person: Guest, locale: Locale): Promise<string> {
  const t = say(locale)
  const visitor = await program().stage.newVisitor()
  // The clock was moved: the pixel adopts the server's time and sends again.
  program().stage.allow(visitor, /status of 409/)
  await visit(visitor, `${program().stage.origin(site)}/?hem=${person.md5}`)
  const page = await open(client, '/siteid/leads', locale)
  await page
    .getByRole('table', { name: t('Leads') })
    .getByRole('link', { name: person.name })
    .click()
  await page.getByRole('link', { name: t('Open page'), exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  return new URL(page.url()).pathname
}

/** Reloads a lead's page until its trail has an automatic step, such as a payment or a refund. */
async function waitForStep(page: Page, t: Say, step: string | RegExp): Promise<void> {
  const trail = page.getByRole('region', { name: t('Money trail') })
  const isThere = async (): Promise<boolean> => {
    await trail.getByText(t('Priced'), { exact: true }).waitFor()
    return trail.getByText(step, { exact: true }).isVisible()
  }
  await expect
    .poll(
      async () => {
        if (await isThere()) return true
        await page.reload()
        return isThere()
      },
      // Each reload is a dozen calls, and a person may send 300 a minute.
      { timeout: 60_000, interval: 3_000 },
    )
    .toBe(true)
}

/** One run of the journey: its language, and the people who became leads. */
interface Run {
  locale: Locale
  t: Say
  one: Guest
  keptPath: string
  other: Guest
  returnedPath: string
}

const trailOf = (page: Page, { t }: Run) => page.getByRole('region', { name: t('Money trail') })
const invoiceRow = (page: Page, { t }: Run, number: string) =>
  page
    .getByRole('region', { name: t('Invoices') })
    .getByRole('row')
    .filter({ hasText: number })

/** The lead has a price, and is on no invoice yet. */
async function seePrice(run: Run): Promise<void> {
  const page = await open(client, run.keptPath, run.locale)
  const trail = trailOf(page, run)
  await trail.getByText(run.t('Priced'), { exact: true }).waitFor()
  await trail.getByText(price, { exact: true }).waitFor()
  await trail.getByText(run.t('Not invoiced yet')).waitFor()
  expect(await findBarriers(page)).toEqual([])
}

/** Ends the period: the card is charged, and the invoice's line links to the lead. Returns number and line. */
async function seeInvoice(run: Run): Promise<{ number: string; line: number }> {
  const { locale, t, one, keptPath } = run
  await moveClock(program().stage, '7 days ahead')
  await closePeriods(program().stage)
  const page = await open(client, keptPath, locale)
  await waitForStep(page, t, t('Paid'))
  const trail = trailOf(page, run)
  const number = /\d{4}-\d{4}/.exec(await trail.innerText())![0]
  const line = Number(/(?:line|البند) (\d+)/.exec(await trail.innerText())![1])
  await trail.getByRole('button', { name: t('Show invoice') }).click()
  const invoice = page.getByRole('dialog').filter({ hasText: number })
  const toggle = invoice.getByRole('button', { name: t('Show leads') })
  await toggle.first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  while ((await toggle.count()) > 0) await toggle.first().click()
  await invoice.getByRole('link', { name: one.name }).click()
  await invoice.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(keptPath)
  return { number, line }
}

/** The agency refunds part of the lead's line. */
async function refundLine(run: Run, { number, line }: { number: string; line: number }): Promise<void> {
  const { t, locale } = run
  const page = await open(people.acmeOwner, `/configuration/client-management/${demoId('Harbor Realty')}`, locale)
  const row = invoiceRow(page, run, number)
  await row.getByText(t('Paid'), { exact: true }).waitFor()
  await row.getByRole('button', { name: t('Refund') }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: number })
  await dialog.getByText(t('Selected lines')).click()
  await dialog
    .getByRole('checkbox')
    .nth(line - 1)
    .check()
  await dialog.getByRole('textbox', { name: t('Amount of line {line}', { line: String(line) }) }).fill('1.20')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: t('Refund'), exact: true }).click()
  await page.getByText(t('The refund is being processed.')).first().waitFor()
}

/** Both sides' trails show the refund; the agency sees both legs. */
async function seeRefund(run: Run): Promise<void> {
  const { t, keptPath, locale } = run
  const page = await open(client, keptPath, locale)
  await waitForStep(page, t, /^C-\d{4}-\d{4}$/)
  await trailOf(page, run).getByText(t('Refund of this line')).waitFor()
  await trailOf(page, run).getByText('−$1.20').waitFor()
  await trailOf(page, run).getByText(t('Partly refunded')).waitFor()
  expect(await trailOf(page, run).getByText(t('The agency pays the platform')).count()).toBe(0)
  const agency = await open(people.acmeOwner, keptPath, locale)
  await trailOf(agency, run).getByText(t('The agency pays the platform')).waitFor()
  await trailOf(agency, run).getByText('−$1.20').waitFor()
}

/** The other lead was bad: the client returns it, the agency accepts, and the client sees the credit. */
async function returnLead(run: Run): Promise<void> {
  const { t, other, returnedPath, locale } = run
  const page = await open(client, returnedPath, locale)
  await page.getByRole('button', { name: t('Return lead') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Return lead') })
    .click()
  await page.getByText(t('Under review'), { exact: true }).waitFor()
  const agency = await open(people.acmeOwner, '/siteid/returns', locale)
  await agency.getByRole('button', { name: t('Accept the return of {name}', { name: other.name }) }).click()
  await agency.getByText(t('The lead was credited.')).first().waitFor()
  await open(client, returnedPath, locale)
  await trailOf(page, run).getByText(t('Credited: lead returned')).waitFor()
  await trailOf(page, run).getByText(`−${price}`).waitFor()
  await page
    .getByRole('region', { name: t('Money'), exact: true })
    .getByText(t('Credited to you'))
    .waitFor()
  expect(await findBarriers(page)).toEqual([])
}

describe('9. From lead to invoice, payment, refund, and credit', () => {
  it.each(['en', 'ar'] as const)('in both text directions, for client and agency (%s)', async (locale) => {
    const t = say(locale)
    await returnsAreTaken(locale)
    const [one, other] = (await guests()).slice(locale === 'en' ? 0 : 2) as [Guest, Guest]
    const [keptPath, returnedPath] = [await becomeLead(one, locale), await becomeLead(other, locale)]
    const run = { locale, t, one, other, keptPath, returnedPath }
    await seePrice(run)
    const invoiceLine = await seeInvoice(run)
    await refundLine(run, invoiceLine)
    await seeRefund(run)
    await returnLead(run)
    // The billing page lists the invoice with its refund.
    const page = await open(client, '/user/card-setting', locale)
    const row = invoiceRow(page, run, invoiceLine.number)
    await row.getByText(t('Partly refunded')).waitFor()
    await row.getByRole('button', { name: t('Show lines') }).click()
    await page
      .getByRole('region', { name: t('Refunds') })
      .getByText('−$1.20')
      .waitFor()
  })
})
