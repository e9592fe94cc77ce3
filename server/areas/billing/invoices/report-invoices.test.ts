import { beforeAll, expect, test } from 'vitest'
import { maxFiledInvoices, reportInvoices } from '#contract/billing/invoice-report.ts'
import { settleCharge } from '#contract/billing/invoices.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { sellLeads } from '#server/test/payments.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const day_ms = 86_400_000
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  for (const client of tree.acme.clients) {
    const campaign = await makeCampaign(db, client)
    await sellLeads(db, tree.acme, { client, campaign, at_ms: clock.now(), count: 4 })
  }
  clock.advance(5 * day_ms)
  await closePeriodsJob.run(http.platform, {})
  http.forget()
})

const all = { companyID: '', clientID: 'all', start: 'all', end: 'all' }
const report = (user: TestUser, params: Partial<typeof all>, query = {}) =>
  http.as(user).call(reportInvoices, { params: { ...all, ...params }, query })

test('C113: an agency sees what its clients were billed, with totals over all pages and the open amount', async () => {
  const { acme } = tree
  const companyID = acme.id
  const [client] = acme.clients
  const first = (await report(acme.owner, { companyID, clientID: client!.id })).body
  expect(first.data).toMatchObject([{ company_id: client!.id, company_name: client!.name, amount: 6, status: 'due' }])
  const body = { companyID: client!.id, chargeID: first.data[0]!.id }
  await http.as(acme.owner).call(settleCharge, { body })
  const page = (await report(acme.owner, { companyID }, { PerPage: 1 })).body
  expect(page).toMatchObject({ total: 2, last_page: 2, time_zone: 'America/New_York' })
  expect(page.data).toHaveLength(1)
  expect(page.sums).toEqual({ total: 12, tax: 0, deduction: 0, amount: 12, open: 6 })
})

test('dates are inclusive days in New York, and any range of years is accepted', async () => {
  const companyID = tree.acme.id
  const { rows } = await db.adminPool.query<{ day: string; before: string }>(
    `select (min(issued_at) at time zone 'America/New_York')::date::text as day,
            ((min(issued_at) at time zone 'America/New_York')::date - 1)::text as before
       from invoice where agency_id = $1 and client_id is not null`,
    [companyID],
  )
  const { day, before } = rows[0]!
  const count = async (start: string, end: string) =>
    (await report(tree.acme.owner, { companyID, start, end })).body.total
  expect(await count(day, day)).toBe(2)
  expect(await count('all', before)).toBe(0)
  expect(await count('0001-01-01', '9999-12-31')).toBe(2)
  expect(await report(tree.acme.owner, { companyID, start: day, end: before })).toMatchObject({
    status: 422,
    body: { field: 'end' },
  })
})

test('a client sees only its own invoices, and never what its agency pays', async () => {
  const [client, other] = tree.acme.clients
  const ownReport = (await report(client!.user, { companyID: client!.id })).body
  expect(ownReport.data.map(({ company_id }) => company_id)).toEqual([client!.id])
  expect(ownReport.sums.total).toBe(6)
  expect((await report(client!.user, { companyID: other!.id })).status).toBe(404)
  expect((await report(client!.user, { companyID: client!.id, clientID: other!.id })).status).toBe(404)
  expect((await report(tree.acme.owner, { companyID: tree.acme.id })).body.data.map(({ number }) => number[0])).toEqual(
    ['2', '2'],
  )
  expect((await report(tree.brightside.owner, { companyID: tree.acme.id })).status).toBe(404)
})

test('C113: on request, the report has a file of all its invoices that no spreadsheet runs', async () => {
  const { acme } = tree
  const [client] = acme.clients
  await db.adminPool.query(`update invoice set payer_name = '=HYPERLINK("x")' where client_id = $1`, [client!.id])
  const query = { PerPage: 1 }
  const sheet = (await report(acme.owner, { companyID: acme.id }, { ...query, file: 'spreadsheet' })).body
  const lines = sheet.file!.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFInvoice,Issued,Client,Leads up to,Total,Tax,Paid or invoiced earlier,To pay,Refunded,Status,Paid with',
  )
  expect(lines).toHaveLength(3)
  expect(sheet.data).toHaveLength(1)
  const clientLine = lines.find((line) => line.includes('HYPERLINK'))
  expect(clientLine).toMatch(/^2026-\d+,2026-11-\d\d,"'=HYPERLINK\(""x""\)",2026-\d\d-\d\d,6,0,0,6,0,/)
  const raw = (await report(acme.owner, { companyID: acme.id, clientID: client!.id }, { ...query, file: 'raw' })).body
  expect(raw.file).toMatch(/^number,.*\r\n2026-\d+,[^\r]*,"=HYPERLINK\(""x""\)",[^\r]*\r\n$/)
  expect((await report(acme.owner, { companyID: acme.id }, query)).body).not.toHaveProperty('file')
  expect((await report(acme.owner, { companyID: acme.id }, { ...query, file: 'pdf' })).status).toBe(422)
})

/** The columns of a table that can be written. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await db.adminPool.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** As many further invoices of a client, each with its charge, copied from its latest one. */
async function copyInvoices(clientId: string, count: number): Promise<void> {
  const [charge, invoice] = [await columnsOf('charge'), await columnsOf('invoice')]
  await db.adminPool.query(
    `with copy as (
       select gen_random_uuid() as new_id, last.number + n as new_number, one.* from generate_series(1, $2::integer) n,
         (select max(number) as number from invoice) last,
         (select * from invoice where client_id = $1 order by issued_at desc, id desc limit 1) one),
     charges as (
       insert into charge (${charge.join()})
       select ${charge.map((name) => (name === 'id' ? 'copy.new_id' : `charge.${name}`)).join()}
         from copy join charge on charge.agency_id = copy.agency_id and charge.id = copy.id returning 1)
     insert into invoice (${invoice.join()})
     select ${invoice.map((name) => (['id', 'number'].includes(name) ? `new_${name}` : name)).join()} from copy`,
    [clientId, count],
  )
}

test('C113: a file has at most 20,000 invoices, and one more is rejected', async () => {
  const { acme } = tree
  const ofClient = { companyID: acme.id, clientID: acme.clients[0]!.id }
  const file = () => report(acme.owner, ofClient, { PerPage: 1, file: 'raw' })
  await copyInvoices(ofClient.clientID, maxFiledInvoices - 1)
  const largest = await file()
  expect([largest.status, largest.body.total]).toEqual([200, maxFiledInvoices])
  expect(largest.body.file!.trimEnd().split('\r\n')).toHaveLength(1 + maxFiledInvoices)
  await copyInvoices(ofClient.clientID, 1)
  expect(await file()).toMatchObject({ status: 422, body: { field: 'end' } })
  expect((await report(acme.owner, ofClient)).body.total).toBe(maxFiledInvoices + 1)
})
