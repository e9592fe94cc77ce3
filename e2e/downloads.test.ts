import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { agree } from './support/agree.ts'
import { download } from './support/downloads.ts'
import { waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { actOnRow } from './support/row-actions.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()
const { acmeOwner } = people

/** A page with an installed service worker, as every browser has after the first page. */
async function open(path: string, who = acmeOwner): Promise<Page> {
  const page = await stage().newPageOf(who, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await waitUntilSettled(page)
  return page
}

describe('A download, with the service worker', () => {
  it('of leads has the bytes that the server sends, for spreadsheets and raw', async () => {
    const page = await open('/siteid/leads')
    const file = await download(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
    expect(file).toMatchObject({ name: expect.stringMatching(/^leads-\d{4}-\d\d-\d\d\.csv$/), isWhole: true })
    expect(file.text).toMatch(/,\(\d{3}\) \d{3}-\d{4},/)
    expect(file.text).not.toContain("'+")

    const raw = await download(page, async () => {
      await page.getByRole('button', { name: 'Download format' }).click()
      await page.getByRole('menuitem', { name: 'Raw data for other software' }).click()
    })
    expect(raw.isWhole).toBe(true)
    expect(raw.text).toMatch(/^created_at,/)
    expect(raw.text).toMatch(/,\+1\d{10},/)
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  })

  it('of the log has the bytes that the server sends', async () => {
    const page = await open('/configuration/general-setting?section=user-logs')
    const file = await download(page, () => page.getByRole('button', { name: 'Download', exact: true }).click())
    expect(file).toMatchObject({ name: expect.stringMatching(/^user-logs-/), isWhole: true })
  })

  it('of a removed client’s data has the bytes that the server sends', async () => {
    const page = await open('/configuration/client-management')
    await actOnRow(page, 'Delete', 'Atlas Fitness')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Removed', exact: true }).click()
    const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Atlas Fitness' })
    const file = await download(page, async () => {
      await line.getByRole('button', { name: /^Download the data of/ }).click()
      await page.getByRole('menuitem', { name: 'Leads' }).click()
    })
    expect(file).toMatchObject({ name: expect.stringMatching(/^removed-leads-/), isWhole: true })
    await line.getByRole('button', { name: 'Restore' }).click()
    await line.waitFor({ state: 'detached' })
  })

  // PDF and XLSX files contain their creation time, so check only that start and end of the file are intact.
  it.each([
    ['csv', /^\uFEFF?[^\n]+\n/, /\n$/],
    ['xlsx', /^PK/, /PK.{20}$/s],
    ['pdf', /^%PDF-/, /%%EOF\s*$/],
  ] as const)('of a report is whole as %s', async (format, begin, end) => {
    const page = await open('/reports')
    const file = await download(page, async () => {
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await page.getByRole('menuitem', { name: format.toUpperCase(), exact: true }).click()
    })
    expect(file.name).toMatch(new RegExp(`\\.${format}$`))
    expect(file.bytes.toString('latin1', 0, 200)).toMatch(begin)
    expect(file.bytes.toString('latin1', file.bytes.byteLength - 22)).toMatch(end)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('of an invoice is a whole PDF', async () => {
    const page = await open('/user/card-setting', people.cedarDental)
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await invoices.getByRole('button', { name: 'Show lines' }).first().click()
    const invoice = page.getByRole('dialog')
    const file = await download(page, () => invoice.getByRole('button', { name: 'Download PDF' }).click())
    expect(file.name).toMatch(/\.pdf$/)
    expect(file.text).toMatch(/^%PDF-.*%%EOF\s*$/s)
    await invoice.waitFor()
  })

  it('of a credit note is a whole PDF', async () => {
    const page = await open('/user/card-setting', people.harborRealty)
    const invoices = page.getByRole('region', { name: 'Invoices' })
    const refunds = page.getByRole('dialog').getByRole('region', { name: 'Refunds' })
    await invoices.getByRole('button', { name: 'Show lines' }).first().click()
    const file = await download(page, () => refunds.getByRole('button', { name: /^Download credit note/ }).click())
    expect(file.name).toMatch(/\.pdf$/)
    expect(file.text).toMatch(/^%PDF-.*%%EOF\s*$/s)
    await refunds.waitFor()
  })

  it('of an accepted agreement’s certificate is a whole PDF', async () => {
    const page = await open('/user/agreements')
    await page.goto(new URL('/b2bid/campaign-management/new', page.url()).href)
    await agree(page, say('en'))
    await page.goto(new URL('/user/agreements', page.url()).href)
    const table = page.getByRole('table', { name: 'Agreements' })
    const button = table.getByRole('button', { name: /^Download the certificate/ })
    const file = await download(page, () => button.first().click())
    expect(file.name).toMatch(/^certificate-.*\.pdf$/)
    expect(file.text).toMatch(/^%PDF-.*%%EOF\s*$/s)
    await table.waitFor()
  })

  it('of the typed client has the bytes that the server sends, and leaves the documents open', async () => {
    const page = await open('/developers')
    const link = page.getByRole('link', { name: 'Typed client for TypeScript' })
    const file = await download(page, () => link.click())
    expect(file).toMatchObject({ name: expect.stringMatching(/\.ts$/), isWhole: true })
    await page.getByRole('heading', { name: 'API documentation', level: 1 }).waitFor()
  })

  it('of an enriched list has the bytes that the server sends', async () => {
    const page = await open('/enhanceid/enrichment')
    const row = page.getByRole('row', { name: /spring-fair\.csv/ })
    const file = await download(page, () => row.getByRole('button', { name: 'Download' }).click())
    expect(file).toMatchObject({ name: expect.stringMatching(/\.csv$/), isWhole: true })
    expect(file.text).toContain('matched_by')
  })

  it('of an audience has the bytes that the server sends', async () => {
    const page = await open('/Audience')
    const button = page.getByRole('button', { name: /^Download the leads in/ }).first()
    const file = await download(page, () => button.click())
    expect(file).toMatchObject({ name: expect.stringMatching(/\.csv$/), isWhole: true })
  })

  it('that is rejected keeps the application in place and says why', async () => {
    const page = await open('/siteid/leads')
    stage().allow(page, /status of 401/)
    const ticket = { ticket: 'x'.repeat(43), expires_in: 60 }
    await page.route('**/api/download-ticket', (route) => route.fulfill({ json: ticket }))
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await page.getByRole('alert').getByText('The download link has expired. Please try again.').waitFor()
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/siteid/leads')
  })
})
