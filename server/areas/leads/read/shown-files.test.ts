import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareLeadExport } from '#contract/leads/exports.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

// Files for people hold what the list shows: its rows, its columns, in the reader's words and time (decision 236).

const now_ms = Date.UTC(2026, 10, 20, 3)
const { db, http, tree } = await openTree({ clock: createStillClock(now_ms), limiter: noLimits })
const { acme } = tree
const client = acme.clients[0]!
beforeAll(async () => {
  const campaign = await makeCampaign(db, client, { name: 'Visitors' })
  const days_ms = [0, 1, 2].map((day) => now_ms - day * 86_400_000)
  await insertLeads(
    db,
    acme,
    days_ms.map((at_ms, n) => ({ client, campaign, at_ms, firstName: ['Ann', '=1', 'Zoë'][n]! })),
  )
  await db.adminPool.query(`update lead set status = 'won' where first_name = 'Ann'`)
})

type Query = Record<string, string>
const download = (query: Query, user: TestUser = acme.owner, params: Query = {}) =>
  http.as(user).call(exportLeads, {
    params: { companyID: user.companyId, ...params },
    query: { format: 'shown', time_zone: 'America/New_York', ...query },
  })
const rowsOf = async (query: Query, user?: TestUser, params?: Query): Promise<Query[]> =>
  parse((await download(query, user, params)).raw.payload, { bom: true, columns: true }) as Query[]

describe('a file for people', () => {
  test('has the chosen columns in their order, with names, statuses and local times', async () => {
    const rows = await rowsOf({ columns: 'found,status,name,price,email' })
    expect(Object.entries(rows[0]!).slice(0, 5)).toEqual([
      ['Captured (America/New_York)', '2026-11-19 22:00'],
      ['Status', 'Won'],
      ['Tags', ''],
      ['First name', 'Ann'],
      ['Last name', 'Smith'],
    ])
    expect(rows[0]).toMatchObject({ Price: '1.5', Email: 'person0@example.com', Type: 'Lead' })
    expect(rows.map((row) => row['First name'])).toEqual(['Ann', "'=1", 'Zoë'])
  })

  test('has the rows that the list shows: of its days and its filters', async () => {
    const days = { start: '2026-11-18', end: '2026-11-18' }
    expect((await rowsOf({ columns: 'name' }, acme.owner, days)).map((row) => row['First name'])).toEqual(["'=1"])
    expect(await rowsOf({ columns: 'name', status: 'won' })).toHaveLength(1)
    expect((await download({}, acme.owner, days)).headers['content-disposition']).toContain('leads-2026-11-19.csv')
  })

  test('has the usual columns without a choice, and is in the reader’s language', async () => {
    const [row] = await rowsOf({ language: 'ar', time_zone: 'Asia/Dubai' })
    expect(Object.keys(row!)).toContain('وقت الالتقاط (Asia/Dubai)')
    expect(Object.values(row!)).toContain('2026-11-20 07:00')
  })

  test('has no column that a client may not see', async () => {
    const [row] = await rowsOf({ columns: 'name,wholesale,client,campaign' }, client.user)
    expect(Object.keys(row!)).toEqual(['First name', 'Last name', 'City', 'State', 'Type', 'Campaign'])
    await db.adminPool.query('update company set shows_phone = false where id = $1', [client.id])
    expect(await rowsOf({ columns: 'phone' }, client.user)).toMatchObject([{ Phone: '' }, { Phone: '' }, { Phone: '' }])
    await db.adminPool.query('update company set shows_phone = true where id = $1', [client.id])
  })

  test('can be for Excel, with real dates and prices', async () => {
    const answer = await download({ format: 'xlsx', columns: 'name,found,price,phone' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain('leads-2026-11-19.xlsx')
    const parts = Object.entries(unzipSync(answer.raw.rawPayload)).map(
      ([name, bytes]) => [name, strFromU8(bytes)] as const,
    )
    const text = parts.map(([, content]) => content).join('\n')
    for (const part of ['First name', 'Captured (America/New_York)', '(212) 555-0100', '<v>1.5</v>'])
      expect(text).toContain(part)
  })

  test('is refused for columns and time zones that do not exist', async () => {
    expect(await download({ columns: 'name,gone' })).toMatchObject({ status: 422, body: { field: 'columns' } })
    expect(await download({ time_zone: 'Mars/Olympus' })).toMatchObject({ status: 422, body: { field: 'time_zone' } })
    const body = { clientID: 'all', start: '', end: '', format: 'xlsx' } as never
    const answer = await http.as(acme.owner).call(prepareLeadExport, { params: { companyID: acme.id }, body })
    expect(answer).toMatchObject({ status: 422, body: { field: 'format' } })
  })
})
