import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { reportAgencies } from '#contract/reports/agencies.ts'
import { readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { readReportChart } from '#contract/reports/dashboard.ts'
import { createReportLink, openSharedReport } from '#contract/reports/links.ts'
import { saveReportSchedule, sendReportNow } from '#contract/reports/schedules.ts'
import { downloadReportTable, readReportTable } from '#contract/reports/tables.ts'
import { columnNames, listsKey, listsName, type ReportFormat } from '#contract/reports/table-names.ts'
import { decideReturn, requestReturn } from '#contract/returns/returns.ts'
import { closeMail } from '#server/platform/mail.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'
import { md5 } from '#server/test/pipeline-world.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'

// One world with leads, a returned lead, an enriched list, top-ups and refunds: revenue and cost are the same on every page, in
// every file and mail, and as booked.

const { now, owner, client, matched, bought } = useEnrichmentStage()
const open = { start: 'all', end: 'all' }
const kinds = ['campaigns', 'clients', 'modules', 'days'] as const
let http: TestApp
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let revenue = { retail_e4: 0, wholesale_e4: 0 }

/** A lead sold by the pipeline. */
async function sellLead(campaign: Awaited<ReturnType<typeof now.world.makeCampaign>>): Promise<string> {
  const person = await now.world.makePerson()
  const visit = await now.world.visit(campaign, { hashes: [md5(person.email)] })
  now.world.clock.advance(1)
  return visit.lead_id!
}

async function giveBack(leadId: string): Promise<void> {
  const request = await http.as(client().user).call(requestReturn, {
    params: { id: leadId },
    body: { reason: 'wrong_number', detail: '' },
  })
  expect(request.status).toBe(200)
  const { rows } = await now.world.db.adminPool.query<{ id: string }>('select id from lead_return')
  const decision = {
    companyID: now.world.tree.acme.id,
    return_id: rows[0]!.id,
    decision: 'accept' as const,
    answer: '',
  }
  expect((await http.as(owner()).call(decideReturn, { body: decision })).status).toBe(200)
}

/** Money that comes and goes without being earned: a top-up, and a refund of it. */
async function topUpAndRefund(): Promise<void> {
  const { acme, root } = now.world.tree
  const [id, at] = [newId(now.world.clock.now()), new Date(now.world.clock.now())]
  await now.world.db.adminPool.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, balance_id, created_at, moved_at)
     values ($1, $2, $3, $4, 'campaign_top_up', 'succeeded', 50000, $2, $5, $5)`,
    [acme.id, id, root.id, client().id, at],
  )
  await now.world.db.adminPool.query(
    `insert into refund (agency_id, id, root_id, client_id, charge_id, amount_cents, reason, state, issuer, year, number,
       created_at, asked_at, ended_at)
     values ($1, $2, $3, $4, $5, 20000, 'requested', 'succeeded', 'agency', 2026, 1, $6, $6, $6)`,
    [acme.id, newId(now.world.clock.now()), root.id, client().id, id, at],
  )
}

beforeAll(async () => {
  mailbox = await startMailbox({ now: () => now.world.clock.now() })
  http = await createTestApp(now.world.db, {
    limiter: noLimits,
    clock: now.world.clock,
    env: { SMTP_URL: mailbox.smtpUrl },
  })
  const campaign = await now.world.makeCampaign()
  const [first] = [await sellLead(campaign), await sellLead(campaign)]
  const lines = ['email']
  for (let n = 0; n < 3; n += 1) lines.push((await now.world.makeCompletePerson()).email)
  await bought(await matched(lines.join('\n')))
  await giveBack(first!)
  const sums = await now.world.db.adminPool.query<{ retail_e4: number; wholesale_e4: number }>(
    `select sum(amount_e4) filter (where kind in ('lead_retail', 'enrichment_retail'))::int as retail_e4,
            sum(amount_e4) filter (where kind in ('lead_wholesale', 'enrichment_wholesale'))::int as wholesale_e4
       from ledger_transfer where agency_id = $1`,
    [now.world.tree.acme.id],
  )
  revenue = sums.rows[0]!
  await topUpAndRefund()
})
// Before the stage closes its database.
afterAll(async () => {
  await now.world.db.adminPool.query('delete from refund')
  await now.world.db.adminPool.query('delete from charge')
  closeMail(http.platform)
  await http.close()
  await mailbox.close()
})

const paramsOf = (kind: (typeof kinds)[number]) => ({
  companyID: now.world.tree.acme.id,
  clientID: 'all',
  kind,
  ...open,
})
const margin = (): number => revenue.retail_e4 - revenue.wholesale_e4
/** As files and mails show it. */
const dollars = (e4: number): string => String(Math.round(e4 / 100) / 100)

test('what was booked is in every table, and the parts of each add up to it', async () => {
  expect(revenue.retail_e4).toBeGreaterThan(revenue.wholesale_e4)
  for (const kind of kinds) {
    const { body } = await http.as(owner()).call(readReportTable, { params: paramsOf(kind), query: {} })
    for (const [column, amount] of [
      ['spend', revenue.retail_e4],
      ['wholesale', revenue.wholesale_e4],
      ['margin', margin()],
    ] as const) {
      const at = body.columns.indexOf(column)
      const parts = body.rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
      expect([kind, column, body.total[at], parts]).toEqual([kind, column, amount, amount])
    }
  }
})

test('campaigns and the row of enriched lists add up to what the other reports show', async () => {
  const { body } = await http.as(owner()).call(readReportTable, { params: paramsOf('campaigns'), query: {} })
  const spend = body.columns.indexOf('spend')
  const { rows: lists } = await now.world.db.adminPool.query<{ amount: number }>(
    `select sum(amount_e4)::int as amount from ledger_transfer where agency_id = $1 and kind = 'enrichment_retail'`,
    [now.world.tree.acme.id],
  )
  const listsRow = body.rows.find(({ key }) => key === listsKey)!.values[spend]
  expect(listsRow).toBe(lists[0]!.amount)
  const ofCampaigns = body.rows
    .filter(({ key }) => key !== listsKey)
    .reduce((sum, { values }) => sum + values[spend]!, 0)
  expect(ofCampaigns).toBe(revenue.retail_e4 - lists[0]!.amount)
  expect(listsName).toBe('Enriched lists')
})

const totalLine = (csv: string): string => /^Total,.*$/m.exec(csv)![0].trim()
const expectTotal = (csv: string): void => {
  const cells = totalLine(csv).split(',')
  expect(cells).toEqual(
    expect.arrayContaining([dollars(revenue.retail_e4), dollars(revenue.wholesale_e4), dollars(margin())]),
  )
}

test.each(kinds)('the files by %s and a shared link have the same totals', async (kind) => {
  const fileOf = async (format: ReportFormat): Promise<Buffer> => {
    const answer = await http.as(owner()).call(downloadReportTable, { params: paramsOf(kind), query: { format } })
    return answer.raw.rawPayload
  }
  expectTotal((await fileOf('csv')).toString('utf8'))
  const sheet = Object.entries(unzipSync(await fileOf('xlsx'))).find(([name]) => name.endsWith('sheet1.xml'))![1]
  const lastRow = strFromU8(sheet).split('<row ').at(-1)!
  const pdf = readPdf(await fileOf('pdf'))
  for (const amount of [revenue.retail_e4, revenue.wholesale_e4, margin()]) {
    expect(lastRow).toContain(`<v>${dollars(amount)}</v>`)
    expect(pdf).toContain(Number(dollars(amount)).toFixed(2))
  }
  const today = localDateAt(now.world.clock.now(), reportTimeZone)
  const body = {
    companyID: now.world.tree.acme.id,
    kind,
    clientID: 'all',
    start: today,
    end: today,
    costs: 'T' as const,
  }
  const { url } = (await http.as(owner()).call(createReportLink, { body })).body.data
  const token = new URL(url).hash.slice(1)
  const { report } = (await http.anonymous(owner().host).call(openSharedReport, { body: { token } })).body.data
  expect(report.total[report.columns.indexOf('spend')]).toBe(revenue.retail_e4)
  expect(report.total[report.columns.indexOf('wholesale')]).toBe(revenue.wholesale_e4)
})

test.each(kinds)('a scheduled mail by %s has the same totals', async (kind) => {
  const rule = { kind, format: 'csv', every: 'day', hour: 12, days: 'yesterday', costs: 'T' }
  const body = { companyID: now.world.tree.acme.id, ...rule, recipients: ['ann@client.test'] }
  now.world.clock.advance(86_400_000)
  http.forget()
  const schedule = await http.as(owner()).call(saveReportSchedule, { body: body as never })
  expect(schedule.status).toBe(200)
  await http
    .as(owner())
    .call(sendReportNow, { body: { companyID: body.companyID, schedule_id: schedule.body.data.id } as never })
  await runJobs(now.world.db, http.platform)
  now.world.clock.advance(-86_400_000)
  http.forget()
  const attachment = /filename=[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mailbox.messages()[0]!.raw)![1]!
  expectTotal(Buffer.from(attachment, 'base64').toString('utf8'))
})

test('charts and the operator’s reports have the same sums', async () => {
  const { root, acme } = now.world.tree
  const params = { companyID: acme.id, clientID: 'all', ...open }
  const chart = (await http.as(owner()).call(readReportChart, { params, query: {} })).body
  const as = http.as(root.system)
  const analytics = (
    await as.call(readReportAnalytics, {
      params: { ...open, companyID: 'all', moduleType: 'all' },
      query: {},
    })
  ).body
  const ofRoot = (await as.call(readRootRevenue, { params: open })).body
  const agencies = (await as.call(reportAgencies, { params: open, query: {} })).body
  expect([chart.total, analytics.totals, ofRoot.total]).toMatchObject([revenue, revenue, revenue])
  expect(agencies.data.find(({ company_id }) => company_id === acme.id)).toMatchObject({
    retail_cents: revenue.retail_e4 / 100,
    wholesale_cents: revenue.wholesale_e4 / 100,
  })
})

/** Each report's value of each label that it shows, of all leads and lists of one agency. */
async function readLabels(): Promise<Map<string, Record<string, number | null>>> {
  const { root, acme } = now.world.tree
  const labels = new Map<string, Record<string, number | null>>()
  const note = (report: string, values: Record<string, number | null>): void => {
    for (const [label, value] of Object.entries(values)) labels.set(label, { ...labels.get(label), [report]: value })
  }
  for (const kind of kinds) {
    const { body } = await http.as(owner()).call(readReportTable, { params: paramsOf(kind), query: {} })
    note(kind, Object.fromEntries(body.columns.map((column, n) => [columnNames[column], body.total[n] ?? null])))
  }
  const params = { companyID: acme.id, clientID: 'all', ...open }
  const chart = (await http.as(owner()).call(readReportChart, { params, query: {} })).body
  const { leads, retail_e4, enriched_e4, wholesale_e4 = 0 } = chart.total
  const cost_e4 = Math.round((retail_e4 - enriched_e4) / leads)
  note('dashboard', { Leads: leads, 'Cost per lead': cost_e4, Margin: retail_e4 - wholesale_e4 })
  note('dashboard days', { Leads: chart.days.reduce((sum, day) => sum + day.leads, 0) })
  const as = http.as(root.system)
  for (const companyID of ['all', acme.id]) {
    const of = { params: { ...open, companyID, moduleType: 'all' as const }, query: {} }
    const { totals, funnel, by_module } = (await as.call(readReportAnalytics, of)).body
    const moduleLeads = by_module.reduce((sum, module) => sum + module.leads, 0)
    note(`analytics of ${companyID}`, {
      Leads: totals.leads,
      Visits: totals.visits,
      'Match rate': totals.matched / totals.visits,
    })
    note(`outcomes of ${companyID}`, { Visits: funnel.reduce((sum, { count }) => sum + count, 0), Leads: moduleLeads })
  }
  note('agency list', { Leads: (await as.call(readRootRevenue, { params: open })).body.total.leads })
  const agencies = (await as.call(reportAgencies, { params: open, query: {} })).body.data
  note('agencies', { Leads: agencies.reduce((sum, agency) => sum + agency.leads, 0) })
  return labels
}

test('what several reports call the same is the same number on all of them', async () => {
  const labels = await readLabels()
  for (const label of ['Leads', 'Visits', 'Match rate', 'Cost per lead', 'Margin']) {
    const values = labels.get(label)!
    expect([label, Object.keys(values).length > 4]).toEqual([label, true])
    const [first] = Object.values(values)
    expect(first).toBeGreaterThan(0)
    expect([label, values]).toEqual([label, Object.fromEntries(Object.keys(values).map((report) => [report, first]))])
  }
})
