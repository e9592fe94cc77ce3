import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { download } from './support/downloads.ts'
import { waitUntilLoaded, waitUntilSettled, turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale } from './support/texts.ts'

const stage = useStage()
const client = 'Harbor Realty'

async function openReports(locale: Locale): Promise<Page> {
  const page = await stage().newPageOf(people.acmeOwner, '/reports')
  await turnLanguage(page, locale)
  await waitUntilSettled(page)
  return page
}

/** The amounts in a text, in cents. */
const centsIn = (text: string): number[] =>
  [...text.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount]) => Math.round(Number(amount!.replaceAll(',', '')) * 100))
const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0)

describe.each(['en', 'ar'] as const)('The reports of an agency (%s)', (locale) => {
  const t = say(locale)

  it('list its clients’ invoices with totals, each with its PDF and its client', async () => {
    const page = await openReports(locale)
    await page.getByRole('link', { name: t('Client invoices') }).click()
    await page.getByRole('heading', { level: 1, name: t('Client invoices') }).waitFor()
    const rows = page.getByRole('table', { name: t('Invoices') }).getByRole('row')
    await rows.filter({ hasText: 'Cedar Dental' }).first().waitFor()

    await page.goto(`${page.url()}?days=year&rows=50`)
    await page.getByRole('combobox', { name: t('Client'), exact: true }).fill('Harbor')
    await page.getByRole('option', { name: client }).click()
    await rows.filter({ hasText: 'Cedar Dental' }).first().waitFor({ state: 'detached' })
    await waitUntilLoaded(page)
    const invoiceTexts = await rows.filter({ hasText: client }).allInnerTexts()
    expect(invoiceTexts.length).toBeGreaterThan(0)
    const [total, , , toPay] = centsIn(await page.getByRole('group', { name: t('Totals') }).innerText())
    expect([total, toPay]).toEqual([
      sumOf(invoiceTexts.map((row) => centsIn(row)[0]!)),
      sumOf(invoiceTexts.map((row) => centsIn(row)[1]!)),
    ])
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('Download CSV') }).click(),
    ])
    expect(csv.suggestedFilename()).toMatch(/^invoices-[\d-]+\.csv$/)
    const lines = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(invoiceTexts.length + 1)
    expect(await findBarriers(page)).toEqual([])

    const dialog = page.getByRole('dialog')
    await rows
      .filter({ hasText: client })
      .first()
      .getByRole('button', { name: t('Show lines') })
      .click()
    const file = await download(page, () => dialog.getByRole('button', { name: t('Download PDF') }).click())
    expect(file.text).toMatch(/^%PDF-.*%%EOF\s*$/s)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await rows.filter({ hasText: client }).first().getByRole('link', { name: client }).click()
    await page.getByRole('heading', { level: 1, name: client }).waitFor()
    await page.getByRole('region', { name: t('Invoices'), exact: true }).waitFor()
  })

  it('are shared by a link that anyone can open until it is revoked', async () => {
    const page = await openReports(locale)
    await page.getByRole('button', { name: t('Send and share') }).click()
    await page.getByRole('menuitem', { name: t('Share report') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Create link') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('Link created') })
    const link = await dialog.getByRole('group', { name: t('Link') }).innerText()
    expect(new URL(link).pathname).toBe('/shared-report')

    const guest = await stage().newPage()
    await guest.goto(link)
    await turnLanguage(guest, locale)
    await guest.getByRole('heading', { level: 1, name: t('By campaign') }).waitFor()
    const table = guest.getByRole('table', { name: t('By campaign') })
    await table.getByRole('row').nth(1).waitFor()
    expect(await table.innerText()).not.toContain(t('Margin'))
    expect(await findBarriers(guest)).toEqual([])

    await dialog.getByRole('button', { name: t('Done') }).click()
    await page.getByRole('link', { name: t('Shared links') }).click()
    const row = page
      .getByRole('table', { name: t('Shared links') })
      .getByRole('row')
      .nth(1)
    await row.getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Revoke link') })
      .click()
    await row.getByText(t('Revoked'), { exact: true }).waitFor()

    stage().allow(guest, /status of 404/)
    await guest.reload()
    await guest.getByRole('heading', { level: 1, name: t('This link does not work') }).waitFor()
  })

  it('are mailed on a schedule, at once as well, until it is removed', async () => {
    const address = `board-${locale}@acme.test`
    const page = await openReports(locale)
    await page.getByRole('button', { name: t('Send and share') }).click()
    await page.getByRole('menuitem', { name: t('Schedule report') }).click()
    const dialog = page.getByRole('dialog', { name: t('Schedule report') })
    // The days of the report that is sent are named in the same zone.
    expect(await page.locator('main').innerText()).toContain('America/New_York')
    expect(await dialog.innerText()).toContain('America/New_York')
    const recipients = dialog.getByLabel(t('Recipients'))
    await recipients.fill(address)
    await recipients.press('Enter')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: t('Save schedule') }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(new URL('/reports/schedules', page.url()).href)
    const row = page.getByRole('row').filter({ hasText: address })
    await row.getByRole('button').first().click()
    await row.getByText(t('Sent'), { exact: true }).waitFor()
    const mails = (await readDesk(stage().port)).mails.filter(({ to }) => to.includes(address))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.raw).toMatch(/application\/pdf[^]*filename=.*\.pdf/)

    await row.getByRole('button').last().click()
    await page.getByRole('menuitem').last().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Remove schedule') })
      .click()
    await row.waitFor({ state: 'detached' })
  })
})
