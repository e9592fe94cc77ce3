import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '#demo/mailbox.ts'
import {
  lastMonthRuns,
  listReportSchedules,
  removeReportSchedule,
  saveReportSchedule,
  sendReportNow,
  setReportScheduleStatus,
} from '#contract/reports/schedules.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestClient, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startWorld } from '#server/test/world.ts'
import { sendReportJob } from '#server/areas/reports/schedules/send-report.ts'
import { startDueReportsJob } from '#server/areas/reports/schedules/start-due-runs.ts'
import { daysOf, nextSlot_ms } from './slots.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
let client: TestClient
let mailbox: Mailbox
/** Friday, November 20, noon in New York and 11 a.m. in Chicago, where the agency is. */
const noon_ms = Date.UTC(2026, 10, 20, 17)
const hour_ms = 3_600_000
const clock = createStillClock(noon_ms)

beforeAll(async () => {
  const { close, ...opening } = await startWorld({ clock })
  ;({ db, http, tree, mailbox } = opening)
  client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client, { name: 'Spring' })
  await insertLeads(db, tree.acme, [{ client, campaign, at_ms: Date.parse('2026-11-19T15:00:00Z') }])
  return close
})
beforeEach(async () => {
  clock.advance(noon_ms - clock.now())
  http.forget()
  // Only a user's newest sessions are kept, and earlier tests created some at later times.
  await db.adminPool.query('delete from session')
  await db.adminPool.query('delete from report_run')
  await db.adminPool.query('delete from report_schedule')
  await db.adminPool.query('delete from graphile_worker._private_jobs')
})

const rule = {
  kind: 'campaigns',
  days: 'yesterday',
  format: 'csv',
  every: 'day',
  hour: 12,
  recipients: ['ann@client.test', 'ben@client.test'],
}
const save = (more: Record<string, unknown> = {}, user: TestUser = tree.acme.owner, companyID = tree.acme.id) =>
  http.as(user).call(saveReportSchedule, { body: { companyID, ...rule, ...more } })
const list = async (user: TestUser = tree.acme.owner, companyID = tree.acme.id) =>
  (await http.as(user).call(listReportSchedules, { params: { companyID } })).body
const moveTo = (at: string): void => {
  clock.advance(Date.parse(at) - clock.now())
  http.forget()
}
/** Runs the job that runs every five minutes, and the jobs that it queues. */
const run = async (): Promise<void> => {
  await startDueReportsJob.run(http.platform, {})
  await runJobs(db, http.platform)
}
const mailsTo = (address: string) => mailbox.messages().filter(({ to }) => to.includes(address))

describe('the next time of a report schedule', () => {
  const next = (more: object, zone: string, after: string): string =>
    new Date(
      nextSlot_ms(
        { every: 'day', weekday: 1, monthday: 1, hour: 9, days: 'yesterday', ...more },
        zone,
        Date.parse(after),
      ),
    ).toISOString()

  test.each([
    ['the same day if its hour is still ahead', {}, '2026-11-20T14:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['the next day if its hour has passed', {}, '2026-11-20T15:00:00Z', '2026-11-21T15:00:00.000Z'],
    ['its day of the week', { every: 'week', weekday: 1 }, '2026-11-20T15:00:00Z', '2026-11-23T15:00:00.000Z'],
    [
      'the last day of a shorter month',
      { every: 'month', monthday: 31 },
      '2026-11-01T00:00:00Z',
      '2026-11-30T15:00:00.000Z',
    ],
    ['the hour after one that the clock skips', { hour: 2 }, '2027-03-14T06:00:00Z', '2027-03-14T08:00:00.000Z'],
    ['once when the clock goes back', { hour: 1 }, '2026-11-01T06:00:00Z', '2026-11-02T07:00:00.000Z'],
  ])('is %s', (_what, more, after, expected) => {
    expect(next(more, 'America/Chicago', after)).toBe(expected)
  })

  test('covers whole days that are over, in the reports’ time zone', () => {
    // Past midnight on the 20th in both Chicago and New York.
    const slot_ms = Date.parse('2026-11-20T06:30:00Z')
    const zone = 'America/Chicago'
    expect(daysOf('yesterday', slot_ms, zone)).toEqual({ start: '2026-11-19', end: '2026-11-19' })
    expect(daysOf('last_7_days', slot_ms, zone)).toEqual({ start: '2026-11-13', end: '2026-11-19' })
    expect(daysOf('last_month', slot_ms, zone)).toEqual({ start: '2026-10-01', end: '2026-10-31' })
    const newYear_ms = Date.parse('2027-01-01T12:00:00Z')
    expect(daysOf('last_month', newYear_ms, zone)).toEqual({ start: '2026-12-01', end: '2026-12-31' })
  })

  test.each([
    // 8 a.m. on November 1 there; October ends five hours later in New York.
    ['Asia/Tokyo', 8, '2026-11-01T04:00:00.000Z', 'October'],
    // An hour after October ended in New York.
    ['Asia/Tokyo', 14, '2026-11-01T05:00:00.000Z', 'October'],
    ['Europe/Berlin', 0, '2026-11-01T04:00:00.000Z', 'October'],
    // 10 p.m. on October 31 there and November in New York: October isn't over where the agency is.
    ['Pacific/Honolulu', 22, '2026-11-01T08:00:00.000Z', 'September', 31],
  ])(
    'covers the month that has ended in %s, and is at %i o’clock or when its days are over in New York',
    (zone, hour, at, month, monthday = 1) => {
      expect(next({ every: 'month', days: 'last_month', hour, monthday }, zone, '2026-10-31T09:30:00Z')).toBe(at)
      expect(daysOf('last_month', Date.parse(at), zone)).toEqual(
        month === 'October' ? { start: '2026-10-01', end: '2026-10-31' } : { start: '2026-09-01', end: '2026-09-30' },
      )
    },
  )
})

describe('a scheduled report', () => {
  test('is sent at its hour in the agency’s time zone, to each recipient separately, in the agency’s name', async () => {
    const answer = await save({ recipients: ['cora@client.test', 'dan@client.test', 'cora@client.test'] })
    expect([answer.status, answer.body.data.next_at]).toEqual([200, '2026-11-20T18:00:00.000Z'])
    await run()
    expect(mailsTo('cora@client.test')).toEqual([])
    moveTo('2026-11-20T18:03:00Z')
    await run()
    const [mail] = mailsTo('cora@client.test')
    expect(mailsTo('cora@client.test')).toHaveLength(1)
    expect(mailsTo('dan@client.test')).toHaveLength(1)
    expect(mail!.to).toEqual(['cora@client.test'])
    expect(mail!.subject).toMatch(/^.+: By campaign, November 19, 2026 to November 19, 2026$/)
    expect(mail!.from).toContain('Acme')
    const attachment = attachmentOf(mail!.raw).toString('utf8')
    expect(attachment).toContain('Spring')
    for (const otherAddress of ['Leadloom', 'Brightside', tree.other.agency.name])
      expect(mail!.raw + attachment).not.toContain(otherAddress)
    // The agency's costs are hidden by default.
    expect(attachment).not.toContain('Wholesale')
    expect((await list()).data[0]).toMatchObject({
      next_at: '2026-11-21T18:00:00.000Z',
      time_zone: 'America/Chicago',
      last: { at: '2026-11-20T18:00:00.000Z', status: 'sent', cause: null, start: '2026-11-19', sent: 2 },
    })
  })

  test.each(['xlsx', 'pdf'] as const)('is also sent as %s, and in Arabic', async (format) => {
    await save({ format, language: 'ar', recipients: [`${format}@client.test`], costs: 'T', clientID: client.id })
    moveTo('2026-11-20T18:00:00Z')
    await run()
    const [mail] = mailsTo(`${format}@client.test`)
    const file = attachmentOf(mail!.raw)
    if (format === 'pdf') expect(file.toString('latin1')).toMatch(/^%PDF-/)
    else expect(Object.keys(unzipSync(file))).toContain('xl/worksheets/sheet1.xml')
  })

  test('is sent once per scheduled time, however often and by however many workers it is checked', async () => {
    await save({ recipients: ['once@client.test'] })
    moveTo('2026-11-20T18:00:00Z')
    await Promise.all([1, 2, 3].map(() => startDueReportsJob.run(http.platform, {})))
    await run()
    await run()
    expect(mailsTo('once@client.test')).toHaveLength(1)
  })

  const startRun = async (recipients: string[]): Promise<object> => {
    await save({ recipients })
    moveTo('2026-11-20T18:00:00Z')
    await startDueReportsJob.run(http.platform, {})
    const { rows } = await db.adminPool.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where payload::text like '%scheduleId%'`,
    )
    return rows[0]!.payload
  }

  test('resumes after a kill: earlier recipients get it once, with one Message-ID', async () => {
    const payload = await startRun(['first@client.test', 'second@client.test'])
    await sendReportJob.run(http.platform, payload)
    // As left by a kill after the first email was recorded, and before the second was.
    await db.adminPool.query(`update report_run set status = 'queued', sent_to = '{first@client.test}'`)
    await sendReportJob.run(http.platform, payload)
    await sendReportJob.run(http.platform, payload)
    expect(mailsTo('first@client.test')).toHaveLength(1)
    const second = mailsTo('second@client.test')
    expect(second).toHaveLength(2)
    expect(new Set(second.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('is sent by one worker at a time, so that none sends it again while another stalls', async () => {
    const payload = await startRun(['one@client.test', 'two@client.test'])
    const both = await Promise.allSettled([1, 2].map(() => sendReportJob.run(http.platform, payload)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const address of ['one@client.test', 'two@client.test']) expect(mailsTo(address)).toHaveLength(1)
    await sendReportJob.run(http.platform, payload)
    expect((await list()).data[0]!.last).toMatchObject({ status: 'sent', sent: 2 })
  })

  test('is taken over from a worker that was killed, a minute after its last mail', async () => {
    const payload = await startRun(['taken@client.test', 'over@client.test'])
    const until = new Date(clock.now() + 60_000)
    await db.adminPool.query(`update report_run set leased_until = $1, sent_to = '{taken@client.test}'`, [until])
    await expect(sendReportJob.run(http.platform, payload)).rejects.toThrow('another worker')
    clock.advance(60_000)
    await sendReportJob.run(http.platform, payload)
    expect([mailsTo('taken@client.test').length, mailsTo('over@client.test').length]).toEqual([0, 1])
    http.forget()
    expect((await list()).data[0]!.last).toMatchObject({ status: 'sent', sent: 2 })
  })

  test('is sent for the first time that was missed during downtime, and for no other', async () => {
    await save({ recipients: ['late@client.test'] })
    moveTo('2026-11-24T20:00:00Z')
    await run()
    await run()
    expect(mailsTo('late@client.test').map(({ subject }) => subject)).toEqual([
      expect.stringContaining(': By campaign, November 19, 2026 to November 19, 2026'),
    ])
    expect((await list()).data[0]!.next_at).toBe('2026-11-25T18:00:00.000Z')
  })

  test.each([
    // 12:30 p.m. in New York, and not yet noon in Chicago.
    ['at once, where its hour has passed there', 'America/New_York', [1, 1, 1], '2026-11-21T17:00:00.000Z'],
    ['later, where its hour comes later there', 'America/Los_Angeles', [0, 0, 1], '2026-11-21T20:00:00.000Z'],
  ])('follows the agency to another time zone: %s', async (_what, zone, expected, next_at) => {
    const zoneOf = (one: string) =>
      db.adminPool.query('update company set time_zone = $2 where id = $1', [tree.acme.id, one])
    const address = `${zone.slice(8).toLowerCase()}@client.test`
    moveTo('2026-11-20T17:30:00Z')
    await save({ recipients: [address] })
    await zoneOf(zone)
    const counts: number[] = []
    for (const at of ['2026-11-20T17:31:00Z', '2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z']) {
      moveTo(at)
      await run()
      counts.push(mailsTo(address).length)
    }
    expect(counts).toEqual(expected)
    expect((await list()).data[0]).toMatchObject({ next_at, time_zone: zone })
    await zoneOf('America/Chicago')
  })

  test('is sent even if an earlier one cannot be started, which is started once it can', async () => {
    const { brightside } = tree
    const zoneOf = (zone: string) =>
      db.adminPool.query('update company set time_zone = $2 where id = $1', [brightside.id, zone])
    await save({ hour: 12, recipients: ['stuck@client.test'] }, brightside.owner, brightside.id)
    await save({ hour: 13, recipients: ['after@client.test'] })
    const { rows } = await db.adminPool.query<{ time_zone: string }>('select time_zone from company where id = $1', [
      brightside.id,
    ])
    await zoneOf('Nowhere/Atall')
    moveTo('2026-11-20T22:00:00Z')
    await run()
    expect(mailsTo('after@client.test')).toHaveLength(1)
    await zoneOf(rows[0]!.time_zone)
    await run()
    expect(mailsTo('stuck@client.test')).toHaveLength(1)
    expect(mailsTo('after@client.test')).toHaveLength(1)
  })

  test('is not sent while paused, and not made up for afterwards', async () => {
    const { id } = (await save({ recipients: ['paused@client.test'] })).body.data
    const setStatus = (status: string) =>
      http
        .as(tree.acme.owner)
        .call(setReportScheduleStatus, { body: { companyID: tree.acme.id, schedule_id: id, status } })
    expect((await setStatus('paused')).status).toBe(200)
    expect((await save({ schedule_id: id, hour: 13, recipients: ['paused@client.test'] })).body.data.next_at).toBe(null)
    moveTo('2026-11-22T20:00:00Z')
    await run()
    expect((await setStatus('active')).status).toBe(200)
    expect((await list()).data[0]).toMatchObject({ status: 'active', next_at: '2026-11-23T19:00:00.000Z' })
    await run()
    expect(mailsTo('paused@client.test')).toEqual([])
  })

  test('can also be sent manually, one at a time', async () => {
    const { id } = (await save({ recipients: ['now@client.test'] })).body.data
    const send = () =>
      http.as(tree.acme.owner).call(sendReportNow, { body: { companyID: tree.acme.id, schedule_id: id } })
    expect((await send()).status).toBe(200)
    clock.advance(1_000)
    expect((await send()).status).toBe(409)
    await run()
    expect(mailsTo('now@client.test')).toHaveLength(1)
    expect((await list()).data[0]).toMatchObject({ next_at: '2026-11-20T18:00:00.000Z', last: { status: 'sent' } })
  })

  test('about last month can be sent manually only after its days end in New York, and says so before', async () => {
    const zoneOf = (zone: string) =>
      db.adminPool.query('update company set time_zone = $2 where id = $1', [tree.acme.id, zone])
    await zoneOf('Asia/Tokyo')
    const { id } = (await save({ every: 'month', monthday: 1, days: 'last_month', recipients: ['month@client.test'] }))
      .body.data
    const send = () =>
      http.as(tree.acme.owner).call(sendReportNow, { body: { companyID: tree.acme.id, schedule_id: id } })
    // 8 a.m. on December 1 there, while it is still November in New York.
    moveTo('2026-11-30T23:00:00Z')
    const refusal = await send()
    expect([refusal.status, refusal.body.message]).toEqual([409, lastMonthRuns])
    await run()
    expect(mailsTo('month@client.test')).toEqual([])
    moveTo('2026-12-01T05:00:00Z')
    expect((await send()).status).toBe(200)
    await runJobs(db, http.platform)
    expect(mailsTo('month@client.test').map(({ subject }) => subject)).toEqual([
      expect.stringContaining(': By campaign, November 1, 2026 to November 30, 2026'),
    ])
    await zoneOf('America/Chicago')
  })

  test('says why it was not sent, and pauses if its client is gone', async () => {
    await save({ clientID: tree.acme.clients[1]!.id, recipients: ['gone@client.test'] })
    await db.adminPool.query('update company set removed_at = now() where id = $1', [tree.acme.clients[1]!.id])
    moveTo('2026-11-20T18:00:00Z')
    await run()
    expect(mailsTo('gone@client.test')).toEqual([])
    expect((await list()).data[0]).toMatchObject({
      status: 'paused',
      last: { status: 'failed', cause: 'client_removed', sent: 0 },
    })
    await db.adminPool.query('update company set removed_at = null where id = $1', [tree.acme.clients[1]!.id])
  })

  test('waits for a mail server that is down, and is given up after a day', async () => {
    await save({ recipients: ['away@client.test'] })
    moveTo('2026-11-20T18:00:00Z')
    await startDueReportsJob.run(http.platform, {})
    const { rows } = await db.adminPool.query<{ payload: object }>('select payload from graphile_worker._private_jobs')
    const away = await createTestApp(db, { clock, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    await expect(sendReportJob.run(away.platform, rows[0]!.payload)).rejects.toThrow('mail_unreachable')
    expect((await list()).data[0]!.last).toMatchObject({ status: 'queued', cause: null })
    clock.advance(25 * hour_ms)
    await sendReportJob.run(away.platform, rows[0]!.payload)
    http.forget()
    expect((await list()).data[0]!.last).toMatchObject({ status: 'failed', cause: 'mail_unreachable' })
    closeMail(away.platform)
    await away.close()
  })

  test('of a removed agency is not sent', async () => {
    const body = { companyID: tree.brightside.id }
    expect((await save({ recipients: ['dark@client.test'] }, tree.brightside.owner, body.companyID)).status).toBe(200)
    await db.adminPool.query('update company set removed_at = now() where id = $1', [tree.brightside.id])
    moveTo('2026-11-20T18:00:00Z')
    await run()
    expect(mailsTo('dark@client.test')).toEqual([])
    await db.adminPool.query('update company set removed_at = null where id = $1', [tree.brightside.id])
  })

  test('can be removed, and is private to its agency', async () => {
    const { id } = (await save()).body.data
    const theirs = { companyID: tree.brightside.id, schedule_id: id }
    const foreign = http.as(tree.brightside.owner)
    expect((await foreign.call(removeReportSchedule, { body: theirs })).status).toBe(404)
    expect((await foreign.call(sendReportNow, { body: theirs })).status).toBe(404)
    expect((await save({ schedule_id: id }, tree.brightside.owner, tree.brightside.id)).status).toBe(404)
    expect((await save({}, client.user, client.id)).status).toBe(403)
    expect((await save({ clientID: tree.brightside.clients[0]!.id })).status).toBe(404)
    const remove = await http
      .as(tree.acme.owner)
      .call(removeReportSchedule, { body: { companyID: tree.acme.id, schedule_id: id } })
    expect(remove).toMatchObject({ status: 200, body: { message: 'Deleted!' } })
    expect((await list()).data).toEqual([])
  })

  test.each([
    [{ recipients: [] }, 'recipients'],
    [{ recipients: ['nobody'] }, 'recipients'],
    [{ hour: 24 }, 'hour'],
    [{ every: 'week', weekday: 8 }, 'weekday'],
    [{ every: 'month', monthday: 0 }, 'monthday'],
    [{ kind: 'weeks' }, 'kind'],
    [{ days: 'for ever' }, 'days'],
  ])('is rejected with %j', async (more, field) => {
    const { status, body } = await save(more)
    expect([status, String(body.field).split('.')[0]]).toEqual([422, field])
    expect((await list()).data).toEqual([])
  })
})

/** The only attachment of an email. */
function attachmentOf(raw: string): Buffer {
  const [, attachment] = /Content-Disposition: attachment[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(raw) ?? []
  const isBase64 = /Content-Transfer-Encoding: base64\r?\nContent-Disposition: attachment/.test(raw)
  if (attachment === undefined || !isBase64) throw new Error(`no attachment in base64:\n${raw.slice(0, 3_000)}`)
  return Buffer.from(attachment, 'base64')
}
