import { unzipSync, strFromU8 } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { downloadReportTable, maxReportRows, readReportTable } from '#contract/reports/tables.ts'
import type { ReportFormat } from '#contract/reports/table-names.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { openTree } from '#server/test/open-tree.ts'

let client: TestClient
/** Noon on November 20 in New York. */
const clock = createStillClock(Date.UTC(2026, 10, 20, 17))

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, { name: '=Spring, "Sale"' })
  const arabic = await makeCampaign(db, client, { name: 'حملة الربيع' })
  const at_ms = Date.parse('2026-11-19T15:00:00Z')
  const prices = { retail_e4: 12_345, wholesale_e4: 4_000 }
  await insertLeads(db, tree.acme, [
    { client, campaign, at_ms, prices },
    { client, campaign, at_ms, prices },
    { client, campaign: arabic, at_ms, prices },
  ])
})

const params = { clientID: 'all', kind: 'campaigns', start: '2026-11-01', end: '2026-11-20' }
const download = async (
  format: ReportFormat,
  query: Record<string, string> = {},
  user: TestUser = tree.acme.owner,
): Promise<Buffer> => {
  const { status, raw, headers } = await http
    .as(user)
    .call(downloadReportTable, { params: { companyID: tree.acme.id, ...params }, query: { format, ...query } })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain(`report-campaigns-2026-11-01-2026-11-20.${format}`)
  return raw.rawPayload
}

describe('a report file', () => {
  test('is a CSV with a line per row, dollars and shares as numbers, and no text that acts as a formula', async () => {
    const text = (await download('csv')).toString('utf8')
    expect(text.split('\r\n')).toEqual([
      '\uFEFFCampaign,Client,Visits,Match rate,Leads,Cost per lead,Spend,Wholesale cost,Margin,Conversions,Conversion value,Return on spend',
      `"'=Spring, ""Sale""",${client.name},2,1,2,1.2345,2.47,0.8,1.67,0,0,0`,
      `حملة الربيع,${client.name},1,1,1,1.2345,1.23,0.4,0.83,0,0,0`,
      'Total,,3,1,3,1.2345,3.7,1.2,2.5,0,0,0',
      '',
    ])
  })

  test('is an XLSX with figures as numbers in the brand’s name, right to left in Arabic', async () => {
    const parts = unzipSync(await download('xlsx', { language: 'ar' }))
    const all = Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)] as const)
    const sheet = all.find(([name]) => name.endsWith('sheet1.xml'))![1]
    const texts = all.map(([, text]) => text).join()
    expect(sheet).toContain('rightToLeft="1"')
    expect(sheet).toMatch(/<v>2\.47<\/v>/)
    for (const text of ['Acme', 'العملاء المحتملون', 'حملة الربيع', '=Spring, "Sale"']) expect(texts).toContain(text)
    expect(texts).not.toContain('<f>')
  })

  test.each(['en', 'ar'])('is a PDF in %s with the agency’s name and no other brand’s', async (language) => {
    const file = await download('pdf', { language })
    const text = readPdf(file)
    expect(text).toContain('Acme')
    for (const otherBrand of ['Leadloom', 'Brightside', tree.other.agency.name]) expect(text).not.toContain(otherBrand)
    // Arabic is drawn with presentation forms; the title in the file's metadata is the original text.
    const title = language === 'en' ? 'By campaign' : 'حسب الحملة'
    const pdfTitle = Buffer.from(title, 'utf16le').swap16().toString('latin1')
    expect(text + file.toString('latin1').replaceAll('\\', '')).toContain(language === 'en' ? title : pdfTitle)
  })

  test.each([
    ['en', 'November 1, 2026', '2026-11-01'],
    ['ar', 'نوفمبر', '2026-11-01'],
  ])('shows dates in %s for people, and as ISO dates for software', async (language, shown, iso) => {
    const table = { ...params, kind: 'days' as const }
    const files = await Promise.all(
      (['pdf', 'xlsx', 'csv'] as const).map(async (format) => {
        const answer = await http
          .as(tree.acme.owner)
          .call(downloadReportTable, { params: { companyID: tree.acme.id, ...table }, query: { format, language } })
        return answer.raw.rawPayload
      }),
    )
    const [pdf, xlsx, csv] = files as [Buffer, Buffer, Buffer]
    // Arabic is drawn with presentation forms.
    if (language === 'en') expect(readPdf(pdf).replaceAll(/\s+/g, ' ')).toContain(shown)
    expect(readPdf(pdf)).not.toContain(iso)
    const parts = Object.values(unzipSync(xlsx)).map((bytes) => strFromU8(bytes))
    expect(parts.join()).toContain(shown)
    expect(parts.join()).not.toContain(iso)
    expect(csv.toString('utf8')).toContain(`\r\n${iso},`)
  })

  test('is a PDF with as many pages as needed', async () => {
    const manyDays = await http.as(tree.acme.owner).call(downloadReportTable, {
      params: { companyID: tree.acme.id, ...params, kind: 'days', start: '2026-01-01' },
      query: { format: 'pdf' },
    })
    const pages = manyDays.raw.rawPayload.toString('latin1').match(/\/Type \/Page\b/g) ?? []
    expect(pages.length).toBeGreaterThan(8)
    expect(pages.length).toBeLessThan(20)
  })

  test('contains nothing about the agency’s cost and margin if those are left out', async () => {
    const text = (await download('csv', { costs: 'F' })).toString('utf8')
    expect(text).toContain('Spend')
    expect(text).not.toMatch(/Wholesale|Margin/)
  })
})

describe('a report', () => {
  const readTable = (user: TestUser, more: Record<string, string> = {}, query: Record<string, string> = {}) =>
    http.as(user).call(readReportTable, { params: { companyID: tree.acme.id, ...params, ...more }, query })

  test('is available to those at the agency who may see leads', async () => {
    expect((await readTable(tree.acme.admin)).status).toBe(200)
    expect((await readTable(tree.acme.bareAdmin)).status).toBe(403)
    expect((await readTable(client.user)).status).toBe(403)
    expect((await readTable(tree.brightside.owner)).status).toBe(404)
    expect((await readTable(tree.acme.owner, { clientID: tree.brightside.clients[0]!.id })).status).toBe(404)
  })

  test.each([
    [{ start: '2026-11-20', end: '2026-11-01' }, 'end'],
    [{ start: '0001-01-01', end: '2026-11-01' }, 'start'],
    [{ start: '2024-01-01', end: '2026-11-01' }, 'start'],
    [{ kind: 'weeks' }, 'kind'],
  ])('rejects %j and names the field', async (more, field) => {
    const { status, body } = await readTable(tree.acme.owner, more as unknown as Record<string, string>)
    expect([status, body.field]).toEqual([422, field])
  })

  test.each(['9999-12-31', '1970-01-01'])('responds quickly for days up to %s', async (end) => {
    const began = performance.now()
    expect((await readTable(tree.acme.owner, { start: end, end, kind: 'days' })).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

test('lists in CSV and XLSX the rows beyond those that a screen shows', { timeout: 60_000 }, async () => {
  const { brightside } = tree
  const client = brightside.clients[0]!
  const campaigns = await Promise.all(Array.from({ length: maxReportRows + 2 }, () => makeCampaign(db, client)))
  const at_ms = Date.parse('2026-11-19T15:00:00Z')
  await insertLeads(
    db,
    brightside,
    campaigns.map((campaign) => ({ client, campaign, at_ms })),
  )
  const paths = { ...params, companyID: brightside.id }
  const fileOf = async (format: ReportFormat): Promise<Buffer> =>
    (await http.as(brightside.owner).call(downloadReportTable, { params: paths, query: { format } })).raw.rawPayload
  const lines = (await fileOf('csv')).toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(maxReportRows + 4)
  const sheet = strFromU8(unzipSync(await fileOf('xlsx'))['xl/worksheets/sheet1.xml']!)
  expect(sheet.match(/<row /g)!.length).toBeGreaterThan(maxReportRows + 2)
  const answer = await http.as(brightside.owner).call(readReportTable, { params: paths })
  expect(answer.body).toMatchObject({ hidden_rows: 2 })
})
