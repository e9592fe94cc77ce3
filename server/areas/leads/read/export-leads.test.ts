import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { exportLeads, listLeads } from '#contract/leads/leads.ts'
import { addLeadNote } from '#contract/leads/lead-work.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { pathWith, noLimits } from '#server/test/app.ts'
import { makeAgency, makeCampaign, type TestAgency, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads, type TestLead } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { chunksOf } from './export-leads.ts'
import { readLeadQuery } from './lead-query.ts'

const now_ms = Date.UTC(2026, 10, 20, 3)
const absent = '01900000-0000-7000-8000-000000000000'
let agency: TestAgency
let one: TestClient
let two: TestClient
let leads: TestLead[]
const firstNames = [
  'Ann',
  "=cmd|' /C calc'!A0",
  '+1',
  '-2',
  '@SUM(A1)',
  '\tTab',
  '＝1',
  'Quote "d"',
  'New\nLine',
  'Émile',
]

const { db, http, tree } = await openTree({ clock: createStillClock(now_ms), limiter: noLimits })
beforeAll(async () => {
  agency = await makeAgency(db, { rootId: tree.root.id }, 'Exporter', ['One', 'Two'])
  ;[one, two] = agency.clients as [TestClient, TestClient]
  const campaigns = [await makeCampaign(db, one, { name: '=Evil, "campaign"' }), await makeCampaign(db, two)]
  // More than one batch, with timestamps shared by leads on both sides of its end.
  leads = await insertLeads(
    db,
    agency,
    Array.from({ length: 5_345 }, (_, n) => ({
      client: n % 5 === 4 ? two : one,
      campaign: campaigns[n % 5 === 4 ? 1 : 0]!,
      at_ms: now_ms - Math.floor(n / 10) * 60_000,
      kind: n % 100 === 50 ? ('test' as const) : ('lead' as const),
      firstName: firstNames[n % firstNames.length]!,
      lastName: n % 2 ? 'Smith' : 'Ng',
      ...(n < 3 && { lastName: 'Some\u001Fbody', phone: ['+442079460958', '+11125550100', null][n]! }),
    })),
  )
})

type Row = Record<string, string>
const rowsOf = (text: string): Row[] => parse(text, { bom: true, columns: true }) as Row[]

const download = (user: TestUser, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
  http.as(user).call(exportLeads, { params: { companyID: agency.id, ...params }, query })

describe('the export', () => {
  test('contains every lead of the list once, in the list’s order, with column names', async () => {
    const { status, headers, raw } = await download(agency.owner)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    // The report uses New York days, where it is still November 19.
    expect(headers['content-disposition']).toContain('filename="leads-2026-11-19.csv"')
    const rows = rowsOf(raw.payload)
    expect(rows.length).toBe(leads.length)
    expect(new Set(rows.map((row) => row['email'])).size).toBe(leads.length)
    const { body } = await http
      .as(agency.owner)
      .call(listLeads, { params: { companyID: agency.id }, query: { PerPage: 100, Page: 12 } })
    expect(rows.slice(1_100, 1_200).map((row) => row['email'])).toEqual(body.data.map((row) => row.email))
    expect(Object.keys(rows[0]!)).toEqual([
      'created_at',
      'kind',
      'client',
      'campaign',
      'first_name',
      'last_name',
      'email',
      'phone',
      'street',
      'city',
      'state',
      'zip',
      'page_url',
      'match_key',
      'confidence',
      'note',
      'retail_price',
      'wholesale_price',
      'converted_at',
      'status',
      'assignee',
      'next_action_date',
      'tags',
      'value',
      'notes',
      'searched_for',
      'information',
    ])
  })

  test('lets no name become a formula and keeps all other text', async () => {
    const { raw } = await download(agency.owner)
    const rows = rowsOf(raw.payload)
    const names = new Set(rows.map((row) => row['first_name']!))
    const formulas = rows.flatMap((row) => Object.values(row)).filter((text) => /^[=+\-@\t\r\n＝]/.test(text))
    expect(formulas).toEqual([])
    const expectedNames = firstNames.map((name) => (/^[=+\-@\t＝]/.test(name) ? `'${name}` : name))
    expect([...names].toSorted()).toEqual(expectedNames.toSorted())
  })

  test('has the notes of leads for the client and its agency, and for nobody of the operator', async () => {
    const lead = leads.find(({ client }) => client.id === two.id)!
    const write = (text: string) => http.as(two.user).call(addLeadNote, { params: { id: lead.id }, body: { text } })
    await write('Call after five.')
    await write('Asks for "Bob",\nnot for Robert.')
    const notesFor = async (user: TestUser) =>
      rowsOf((await download(user, { companyID: two.id })).raw.payload).map((row) => row['notes'])
    for (const user of [agency.owner, two.user]) {
      const texts = (await notesFor(user)).filter((text) => text !== '')
      // Both are of one instant, so either may be first.
      expect(texts.map((text) => text!.split('\n\n').toSorted())).toEqual([
        ['Asks for "Bob",\nnot for Robert.', 'Call after five.'],
      ])
    }
    expect(new Set(await notesFor(tree.root.system))).toEqual(new Set([undefined]))
  })

  test('formats phone numbers for people, and leaves them as stored in a raw file', async () => {
    const phones = async (query: Record<string, string>): Promise<Record<string, string>> => {
      const rows = rowsOf((await download(agency.owner, {}, query)).raw.payload)
      return Object.fromEntries(rows.map((row) => [row['email']!, row['phone']!]))
    }
    const [readable, raw] = [await phones({}), await phones({ format: 'raw' })]
    const pairs = new Map(Object.entries(raw).map(([email, phone]) => [phone, readable[email]]))
    expect(Object.fromEntries(pairs)).toEqual({
      '+12125550100': '(212) 555-0100',
      '+442079460958': '(+44) 20 7946 0958',
      '+11125550100': '1125550100',
      '': '',
    })
    const { body } = await download(agency.owner, {}, { format: 'pdf' })
    expect(body.field).toBe('format')
  })

  test('keeps each value in its own column, whatever it contains', async () => {
    const rows = rowsOf((await download(agency.owner)).raw.payload)
    expect(rows.filter(({ last_name }) => last_name === 'Somebody')).toHaveLength(3)
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['lead', 'test']))
  })

  test('leaves names unchanged in a raw file', async () => {
    const rows = rowsOf((await download(agency.owner, {}, { format: 'raw' })).raw.payload)
    expect(new Set(rows.map((row) => row['first_name']))).toEqual(new Set(firstNames))
  })

  test('applies filters, search, and sort order', async () => {
    const ofTwo = rowsOf(
      (await download(agency.owner, { clientID: two.id }, { searchQuery: 'smith', kind: 'lead' })).raw.payload,
    )
    expect(ofTwo.length).toBe(
      leads.filter((lead) => lead.client === two && lead.lastName === 'Smith' && lead.kind === 'lead').length,
    )
    expect(new Set(ofTwo.map((row) => `${row['client']} ${row['last_name']} ${row['kind']}`))).toEqual(
      new Set(['Two Smith lead']),
    )
    const rowsByEmail = rowsOf(
      (await download(agency.owner, { clientID: one.id }, { sortby: 'email', order: 'asc' })).raw.payload,
    )
    expect(rowsByEmail.map((row) => row['email'])).toEqual(rowsByEmail.map((row) => row['email']!).toSorted())
    expect(rowsByEmail.length).toBe(leads.filter((lead) => lead.client === one).length)
    const none = rowsOf((await download(agency.owner, { start: '2026-11-21' })).raw.payload)
    expect(none).toEqual([])
  })

  test('shows clients their own leads without what their agency pays', async () => {
    const { raw } = await download(one.user, { companyID: one.id })
    expect(raw.payload).not.toContain('wholesale')
    const rows = rowsOf(raw.payload)
    expect(rows.length).toBe(leads.filter((lead) => lead.client === one).length)
    expect(new Set(rows.map((row) => row['client']))).toEqual(new Set(['One']))
  })

  test('releases its connections when the reader stops reading', async () => {
    const { appPool } = http.platform
    const caller = { kind: 'agencyOwner' } as const
    const leadQuery = readLeadQuery(
      { campaign: '', moduleType: '', kind: '', status: 'all', searchQuery: '', sortBy: '', order: '', groupId: '' },
      { rootId: tree.root.id, agencyId: agency.id, clientId: null, groupId: null },
      { from_ms: null, to_ms: null },
      caller,
    )
    const pieces = chunksOf(leadQuery, { caller, format: 'raw' }, (work) =>
      inScope(appPool, { kind: 'agency', rootId: tree.root.id, agencyId: agency.id }, work, { readOnly: true }),
    )
    await pieces.next()
    expect((await pieces.next()).value).toMatchObject({ leads: 5_000 })
    await pieces.return(undefined)
    await expect.poll(() => appPool.totalCount - appPool.idleCount).toBe(0)
    expect((await download(agency.owner)).status).toBe(200)
  })

  test('of other companies is not found', async () => {
    for (const params of [
      { companyID: two.id, clientID: 'all' },
      { companyID: one.id, clientID: two.id },
      { companyID: agency.id, clientID: 'all' },
      { companyID: absent, clientID: 'all' },
    ])
      expect((await download(one.user, params)).status).toBe(404)
    expect((await download(agency.owner, { clientID: tree.acme.clients[0]!.id })).status).toBe(404)
    expect((await download(agency.owner, {}, { campaign: absent })).status).toBe(404)
    expect((await download(agency.bareAdmin)).status).toBe(403)
    expect((await download(agency.owner, {}, { Page: '1' })).body.field).toBe('Page')
  })

  test('opens with a ticket, once, and only for what the ticket was issued for', async () => {
    const path = pathWith(exportLeads, { companyID: one.id })
    const { body } = await http.as(one.user).call(makeDownloadTicket, { body: { path } })
    const get = async (url: string): Promise<number> =>
      (await http.anonymous(one.user.host).inject({ method: 'GET', url })).statusCode
    const { body: otherTicket } = await http.as(one.user).call(makeDownloadTicket, { body: { path } })
    expect(await get(`${pathWith(exportLeads, { companyID: agency.id })}?ticket=${otherTicket.ticket}`)).toBe(401)
    expect(await get(`${path}?ticket=${body.ticket}&searchQuery=smith`)).toBe(200)
    expect(await get(`${path}?ticket=${body.ticket}`)).toBe(401)
    expect(await get(path)).toBe(401)
  })
})
