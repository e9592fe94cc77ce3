import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  assignInboxItems,
  countInbox,
  listInbox,
  listInboxColleagues,
  settleInboxItems,
  snoozeInboxItems,
} from '#contract/inbox/inbox.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, type TestCampaign, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

let client: TestClient
let otherClient: TestClient
let campaign: TestCampaign
/** Noon in New York, on the same day in Chicago. */
const noon_ms = Date.UTC(2026, 10, 20, 17)
const hour_ms = 3_600_000
const clock = createStillClock(noon_ms)
/** Moving the clock expires sessions, so sign in again. */
const moveTo = (at_ms: number): void => {
  if (at_ms === clock.now()) return
  clock.advance(at_ms - clock.now())
  http.forget()
}

const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  client = tree.acme.clients[0]!
  otherClient = tree.acme.clients[1]!
})

// Each test starts with an empty inbox and creates its own items.
beforeEach(async () => {
  moveTo(noon_ms)
  const tables = 'inbox_state take_back refund charge lead_hold connection prepaid_balance limit_use cap_use money_cap'
  for (const table of tables.split(' ')) await db.adminPool.query(`delete from ${table}`)
  await db.adminPool.query('update destination set removed_at = now()')
  await db.adminPool.query(`update campaign set status = 'pause'`)
  await db.adminPool.query('delete from lead_count')
  campaign = await makeCampaign(db, client, { name: 'Site' })
})

const open = async (
  query: Record<string, string | number> = {},
  user: TestUser = tree.acme.owner,
  companyID = tree.acme.id,
) => http.as(user).call(listInbox, { params: { companyID }, query })
const linesOf = async (query: Record<string, string | number> = {}) =>
  (await open(query)).body.data.map(({ kind, company_name }) => `${kind} ${company_name}`)
const count = async () =>
  (await http.as(tree.acme.owner).call(countInbox, { params: { companyID: tree.acme.id } })).body.open

type Line = { kind: string; subject_id: string; mark: number }
const keyOf = ({ kind, subject_id, mark }: Line) => ({ kind, subject_id, mark }) as never
const body = (lines: readonly Line[]) => ({ companyID: tree.acme.id, items: lines.map(keyOf) })
const settle = (lines: readonly Line[], is_done: 'T' | 'F' = 'T', user: TestUser = tree.acme.owner) =>
  http.as(user).call(settleInboxItems, { body: { ...body(lines), is_done } })
const snooze = (lines: readonly Line[], until: string | null) =>
  http.as(tree.acme.owner).call(snoozeInboxItems, { body: { ...body(lines), until } })
const assign = (lines: readonly Line[], assignee_id: string | null) =>
  http.as(tree.acme.owner).call(assignInboxItems, { body: { ...body(lines), assignee_id } })

const place = () => ({ agencyId: client.user.agencyId!, rootId: client.user.rootId })
const silence = (id: string, hours: number): Promise<unknown> =>
  db.adminPool.query('update campaign set last_hit_at = $2 where id = $1', [
    id,
    new Date(clock.now() - hours * hour_ms),
  ])
const addDestination = async (status: string, parts: Record<string, unknown> = {}): Promise<string> => {
  const id = newId(noon_ms)
  const { agencyId, rootId } = place()
  const row = { failing_since: new Date(noon_ms - hour_ms), paused_at: null, last_error_code: 'timeout', ...parts }
  await db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, status, last_error_code,
       failing_since, paused_at, created_at)
     values ($1, $2, $3, $4, $5, 'webhook', 'https://hooks.example/', $6, $7, $8, $9, '2026-11-01')`,
    [agencyId, id, rootId, client.id, campaign.id, status, row.last_error_code, row.failing_since, row.paused_at],
  )
  return id
}
const addLeads = (of: TestClient, number: number): Promise<unknown> =>
  insertLeads(
    db,
    tree.acme,
    Array.from({ length: number }, () => ({ client: of, campaign, at_ms: clock.now() })),
  )
const addCharge = (status: string, at_ms: number, clientId: string | null = client.id): Promise<unknown> =>
  db.adminPool.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, created_at, moved_at)
     values ($1, $2, $3, $4, $5, $6, 500, $7, $7)`,
    [
      place().agencyId,
      newId(at_ms),
      place().rootId,
      clientId,
      clientId ? 'client_leads' : 'leads',
      status,
      new Date(at_ms),
    ],
  )

/** Twelve items: one of each kind, for two clients. */
async function makeOneOfEach(): Promise<void> {
  const { agencyId, rootId } = place()
  await silence(campaign.id, 25)
  await addDestination('failing')
  await addDestination('disabled', { paused_at: new Date(noon_ms - 2 * hour_ms), last_error_code: 'gone' })
  await db.adminPool.query(
    `insert into connection (agency_id, id, root_id, client_id, company_id, kind, status, cause, connected_at, updated_at)
     values ($1, $2, $3, $4, $4, 'highlevel', 'reconnect', 'token_expired', $5, $5)`,
    [agencyId, newId(noon_ms), rootId, otherClient.id, new Date(noon_ms)],
  )
  await db.adminPool.query(
    `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, within)
     values ($1, $2, $3, $4, $5, 90, 'burst')`,
    [agencyId, campaign.id, rootId, client.id, new Date(noon_ms)],
  )
  await addCharge('declined', noon_ms)
  await addCharge('declined', noon_ms - hour_ms)
  await addCharge('settled', noon_ms)
  await db.adminPool.query(`update campaign set limit_leads = 5, limit_period = 'day' where id = $1`, [campaign.id])
  await db.adminPool.query(
    `insert into limit_use (agency_id, campaign_id, client_id, root_id, period, period_start, used, counted_for)
     values ($1, $2, $3, $4, 'day', '2026-11-20', 5, now())`,
    [agencyId, campaign.id, client.id, rootId],
  )
  await db.adminPool.query('update campaign set month_cap_cents = 50000 where id = $1', [campaign.id])
  await db.adminPool.query(
    `insert into cap_use (agency_id, of_id, client_id, root_id, month, used_e4, counted_for)
     select $1, $2, $3, $4, '2026-11-01', 50000 * 100 - retail_price_e4 + 1, now() from campaign where id = $2`,
    [agencyId, campaign.id, client.id, rootId],
  )
  await db.adminPool.query(
    `insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, asked_at)
     values ($1, $2, $3, $4, $5, $2, $2, 'manual', $6)`,
    [agencyId, newId(noon_ms), rootId, otherClient.id, campaign.id, new Date(noon_ms)],
  )
  await db.adminPool.query(
    `insert into prepaid_balance (agency_id, id, root_id, client_id, campaign_id, leads_to_buy, emptied_at, updated_at)
     values ($1, $2, $3, $4, $2, 10, $5, $5)`,
    [agencyId, campaign.id, rootId, client.id, new Date(noon_ms)],
  )
  await addLeads(client, 2)
  await addLeads(otherClient, 7)
}

describe('an agency’s inbox', () => {
  test('is empty when nothing needs attention', async () => {
    await addDestination('ok')
    await silence(campaign.id, 1)
    expect((await open()).body).toMatchObject({ data: [], total: 0, last_page: 1 })
    expect(await count()).toBe(0)
  })

  test('lists a returned refund until it is settled, but no refund that was never paid out', async () => {
    await addCharge('succeeded', noon_ms)
    const refund = (state: string, number: number | null, at_ms: number) =>
      db.adminPool.query(
        `insert into refund (agency_id, id, root_id, client_id, charge_id, amount_cents, reason, state, issuer, year, number,
           created_at, asked_at, ended_at)
         select agency_id, $1, root_id, client_id, id, 100, 'mistake', $2, 'agency', case when $3::int is null then null else 2026 end,
                $3, $4, $4, $4::timestamptz + interval '1 minute' from charge`,
        [newId(at_ms), state, number, new Date(at_ms)],
      )
    await refund('failed', null, noon_ms - hour_ms)
    expect(await linesOf()).toEqual([])
    await refund('failed', 1, noon_ms - hour_ms)
    expect(await linesOf()).toEqual([`refund_returned ${client.name}`])
    expect((await settle((await open()).body.data)).status).toBe(200)
    expect(await linesOf()).toEqual([])
    await refund('failed', 2, noon_ms - hour_ms / 2)
    expect(await linesOf()).toEqual([`refund_returned ${client.name}`])
    await refund('succeeded', 3, noon_ms)
    expect(await linesOf()).toEqual([])
  })

  test('does not list a campaign as silent once its last day has passed in its own time zone', async () => {
    await silence(campaign.id, 25)
    await db.adminPool.query(`update campaign set end_date = '2026-11-20'`)
    expect(await linesOf()).toHaveLength(1)
    await db.adminPool.query(`update campaign set time_zone = 'Pacific/Kiritimati'`)
    expect(await linesOf()).toEqual([])
  })

  test('lists everything that needs attention across all clients, the most urgent first', async () => {
    await makeOneOfEach()
    const { status, body: list } = await open({ PerPage: 100 })
    expect(status).toBe(200)
    const [one, two] = [client.name, otherClient.name]
    expect(list.data.map(({ kind, company_name, count: n, cause }) => [kind, company_name, n, cause])).toEqual([
      ['delivery_paused', one, 0, 'gone'],
      ['connection_lost', two, 0, 'token_expired'],
      ['payment_declined', one, 2, null],
      ['leads_held', one, 90, null],
      ['delivery_failing', one, 0, 'timeout'],
      ['funds_empty', one, 0, null],
      ['campaign_silent', one, 0, null],
      ['remove_by_hand', two, 1, null],
      ['limit_met', one, 5, null],
      ['cap_met', one, 0, null],
      ['new_leads', two, 7, null],
      ['new_leads', one, 2, null],
    ])
    expect(list.data[0]).toMatchObject({ campaignName: 'Site', since: new Date(noon_ms - 2 * hour_ms).toISOString() })
  })

  test('is counted, filtered, and paged', async () => {
    await makeOneOfEach()
    expect(await count()).toBe(12)
    expect(await linesOf({ kind: 'new_leads', clientID: otherClient.id })).toEqual([`new_leads ${otherClient.name}`])
    const second = await open({ PerPage: 10, Page: 2 })
    expect([second.body.data.length, second.body.total]).toEqual([2, 12])
    expect((await open({ Page: 9 })).body).toMatchObject({ data: [], total: 12 })
  })

  test('says whose cap was reached: a client’s at retail, the agency’s own at wholesale', async () => {
    const { id: agencyId } = tree.acme
    await db.adminPool.query(
      `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, updated_at)
       select $1, id, nullif(id, $1), $2, 10000, now() from unnest($3::uuid[]) as id`,
      [agencyId, tree.root.id, [agencyId, client.id, otherClient.id]],
    )
    const use = (price: string, of: string) =>
      db.adminPool.query(
        `insert into cap_use (agency_id, of_id, root_id, month, used_e4, counted_for)
         select $1, $2, $3, '2026-11-01', 10000 * 100 - ${price}, now() from campaign where id = $4
         on conflict (agency_id, of_id, month) do update set used_e4 = cap_use.used_e4 + 1`,
        [agencyId, of, tree.root.id, campaign.id],
      )
    await use('retail_price_e4', client.id)
    await use('retail_price_e4', otherClient.id)
    await use('wholesale_price_e4', agencyId)
    expect(await linesOf({ kind: 'cap_met' })).toEqual([])
    for (const { id } of [client, otherClient]) await use('retail_price_e4', id)
    expect(await linesOf({ kind: 'cap_met' })).toEqual([`cap_met ${client.name}`])
    await use('wholesale_price_e4', agencyId)
    expect((await linesOf({ kind: 'cap_met' })).toSorted()).toEqual(
      [`cap_met ${tree.acme.name}`, `cap_met ${client.name}`].toSorted(),
    )
  })

  test('lists nothing for campaigns and clients that are no longer in use', async () => {
    await silence(campaign.id, 30)
    await addDestination('disabled')
    await db.adminPool.query(`update campaign set status = 'archived' where id = $1`, [campaign.id])
    expect(await linesOf()).toEqual([])
  })

  test('is the agency’s own: its clients have another one, the operator gets 403, and a foreign agency’s is not found', async () => {
    await addLeads(client, 1)
    expect((await open({}, tree.acme.admin)).status).toBe(200)
    expect((await open({}, tree.acme.bareAdmin)).status).toBe(403)
    expect((await open({}, client.user, client.id)).body.data).toEqual([])
    expect((await open({}, tree.root.system)).status).toBe(403)
    expect((await open({}, tree.brightside.owner)).status).toBe(404)
    expect((await open({}, tree.brightside.owner, tree.brightside.id)).body.data).toEqual([])
  })
})

describe('marking a line done', () => {
  test('hides it until the same thing happens again', async () => {
    const id = await addDestination('failing')
    const [line] = (await open()).body.data
    expect((await settle([line!])).body.data).toEqual({ changed: 1 })
    expect(await linesOf()).toEqual([])
    expect(await linesOf({ state: 'done' })).toEqual([`delivery_failing ${client.name}`])
    await db.adminPool.query('update destination set failing_since = $2 where id = $1', [id, new Date(noon_ms)])
    expect(await linesOf()).toEqual([`delivery_failing ${client.name}`])
    expect(await linesOf({ state: 'done' })).toEqual([])
  })

  test('can be undone', async () => {
    await addDestination('failing')
    const lines = (await open()).body.data
    await settle(lines)
    expect((await settle(lines, 'F')).status).toBe(200)
    expect(await count()).toBe(1)
  })

  test('counts new leads from when the list was read, not from what came later', async () => {
    await addLeads(client, 3)
    const lines = (await open()).body.data
    await addLeads(client, 2)
    await settle(lines)
    const [item] = (await open()).body.data
    expect(item).toMatchObject({ kind: 'new_leads', count: 2, since: new Date(noon_ms).toISOString() })
    await settle([item!])
    expect(await count()).toBe(0)
    // A stale page sends its old state again: nothing comes back.
    await settle(lines)
    expect(await count()).toBe(0)
    await settle([item!], 'F')
    expect((await open()).body.data[0]).toMatchObject({ count: 2 })
  })

  test('keeps a line open if it happened again after the list was read', async () => {
    const id = await addDestination('failing')
    const lines = (await open()).body.data
    await db.adminPool.query('update destination set failing_since = $2 where id = $1', [id, new Date(noon_ms)])
    expect((await settle(lines)).body.data).toEqual({ changed: 0 })
    expect(await count()).toBe(1)
  })

  test('creates another line when a limit is raised and reached again', async () => {
    const { agencyId, rootId } = place()
    const limit = async (leads: number): Promise<void> => {
      await db.adminPool.query(`update campaign set limit_leads = $2, limit_period = 'total' where id = $1`, [
        campaign.id,
        leads,
      ])
      await db.adminPool.query(
        `insert into limit_use (agency_id, campaign_id, client_id, root_id, period, period_start, used, counted_for)
         values ($1, $2, $3, $4, 'total', '1970-01-01', $5, now())
         on conflict (agency_id, campaign_id, period, period_start) do update set used = $5`,
        [agencyId, campaign.id, client.id, rootId, leads],
      )
    }
    await limit(5)
    await settle((await open()).body.data)
    expect(await count()).toBe(0)
    await limit(6)
    expect(await linesOf()).toEqual([`limit_met ${client.name}`])
  })
})

describe('snoozing a line', () => {
  test('hides it until a day in the agency’s time zone, then shows it again', async () => {
    await addDestination('failing')
    const lines = (await open()).body.data
    expect((await snooze(lines, '2026-11-22')).status).toBe(200)
    expect(await linesOf()).toEqual([])
    expect((await open({ state: 'snoozed' })).body.data[0]).toMatchObject({ snoozed_until: '2026-11-22' })
    // Still the 21st in Chicago.
    moveTo(Date.UTC(2026, 10, 22, 5, 59))
    expect(await count()).toBe(0)
    moveTo(Date.UTC(2026, 10, 22, 6))
    expect(await count()).toBe(1)
  })

  test('ends early when it happens again or somebody cancels the snooze', async () => {
    const id = await addDestination('failing')
    const lines = (await open()).body.data
    await snooze(lines, '2026-11-30')
    await snooze(lines, null)
    expect(await count()).toBe(1)
    await snooze(lines, '2026-11-30')
    await db.adminPool.query('update destination set failing_since = $2 where id = $1', [id, new Date(noon_ms)])
    expect(await count()).toBe(1)
  })

  test.each(['2026-11-20', '0000-01-01', '0001-01-01', '2027-11-22', '9999-12-31'])(
    'is rejected until %s',
    async (until) => {
      await addDestination('failing')
      const { status, body: answer } = await snooze((await open()).body.data, until)
      expect([status, answer]).toEqual([422, expect.objectContaining({ field: 'until' })])
      expect(await count()).toBe(1)
    },
  )
})

describe('assigning a line', () => {
  test('gives it to a colleague, who finds it under their own until somebody else takes it', async () => {
    await addDestination('failing')
    await addLeads(client, 1)
    const lines = (await open()).body.data
    const colleagues = await http.as(tree.acme.owner).call(listInboxColleagues, { params: { companyID: tree.acme.id } })
    expect(colleagues.body.data.map(({ id }) => id)).toContain(tree.acme.admin.id)
    expect(colleagues.body.data.map(({ id }) => id)).not.toContain(client.user.id)
    expect((await assign([lines[0]!], tree.acme.admin.id)).status).toBe(200)
    const theirs = await open({ assigned: 'me' }, tree.acme.admin)
    expect(theirs.body.data).toMatchObject([{ kind: 'delivery_failing', assignee: { id: tree.acme.admin.id } }])
    expect(await linesOf({ assigned: 'nobody' })).toEqual([`new_leads ${client.name}`])
    await assign([lines[0]!], null)
    expect((await open({ assigned: 'me' }, tree.acme.admin)).body.data).toEqual([])
  })

  test('is possible only to somebody of the agency', async () => {
    await addDestination('failing')
    const lines = (await open()).body.data
    for (const outsider of [client.user.id, tree.brightside.owner.id, newId(0)]) {
      const { status, body: answer } = await assign(lines, outsider)
      expect([status, answer]).toEqual([422, expect.objectContaining({ field: 'assignee_id' })])
    }
  })
})

test('another agency’s line cannot be changed', async () => {
  await addDestination('failing')
  const lines = (await open()).body.data
  const { status, body: answer } = await http
    .as(tree.brightside.owner)
    .call(settleInboxItems, { body: { companyID: tree.brightside.id, items: lines.map(keyOf), is_done: 'T' } })
  expect([status, answer.data]).toEqual([200, { changed: 0 }])
  expect(await count()).toBe(1)
})
