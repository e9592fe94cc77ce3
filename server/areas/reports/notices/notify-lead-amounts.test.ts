import { beforeEach, describe, expect, test } from 'vitest'
import { getCampaign, readNewCampaign, setCampaignActive, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { notifyLeadAmountsJob } from './notify-lead-amounts.ts'

/** Monday, November 16, noon in Chicago. */
const noon_ms = Date.UTC(2026, 10, 16, 18)
const clock = createStillClock(noon_ms)

const { db, http, tree, mailbox } = await openWorld({ clock })

beforeEach(async () => {
  clock.advance(noon_ms - clock.now())
  http.forget()
  await db.adminPool.query(`update campaign set status = 'pause'`)
  await db.adminPool.query('delete from session')
})

const moveTo = (at: string): void => {
  clock.advance(Date.parse(at) - clock.now())
  http.forget()
}

let count = 0
/** A campaign in Chicago with a limit of 100 per period, changed by the agency's owner. */
async function make(fields: object, more: { period?: string; zone?: string } = {}): Promise<TestCampaign> {
  const campaign = await makeCampaign(db, tree.acme.clients[0]!, { name: `Notices ${++count}`, status: 'active' })
  await db.adminPool.query(
    `update campaign set time_zone = $2, limit_leads = 100, limit_period = $3, start_date = '2026-10-01' where id = $1`,
    [campaign.id, more.zone ?? 'America/Chicago', more.period ?? 'day'],
  )
  const { status, body } = await change(campaign, fields)
  expect([status, body.message]).toEqual([200, 'Data has been updated successfully'])
  return campaign
}

const change = (campaign: TestCampaign, fields: object, user: TestUser = tree.acme.owner) =>
  http.as(user).call(updateCampaign, { body: { leadspeek_api_id: campaign.id, ...fields } })

const addLeads = (campaign: TestCampaign, at: string, count: number, kind: 'lead' | 'test' = 'lead') =>
  insertLeads(
    db,
    tree.acme,
    Array.from({ length: count }, () => ({ client: tree.acme.clients[0]!, campaign, at_ms: Date.parse(at), kind })),
  )

const run = async (): Promise<void> => {
  await notifyLeadAmountsJob.run(http.platform, {})
  await runJobs(db, http.platform)
}

/** Subjects of the emails about a campaign to one address. */
const noticesTo = (to: string, n = count): string[] =>
  mailbox
    .messages()
    .filter((mail) => mail.to.includes(to) && mail.subject.includes(`Notices ${n}`))
    .map(({ subject }) => subject.replaceAll(/[\u2066-\u2069]/g, '').replace(`Notices ${n}`, '…'))

describe('leadsAmountNotification', () => {
  test('notifies once a period when that many leads arrive, not counting test leads', async () => {
    const campaign = await make({ leadsAmountNotification: 3 })
    await addLeads(campaign, '2026-11-16T06:00:00Z', 2)
    await addLeads(campaign, '2026-11-16T17:00:00Z', 5, 'test')
    // The evening before belongs to another day.
    await addLeads(campaign, '2026-11-16T05:59:59Z', 5)
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual([])
    await addLeads(campaign, '2026-11-16T17:30:00Z', 1)
    await Promise.all([1, 2, 3].map(() => notifyLeadAmountsJob.run(http.platform, {})))
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual(['Leads reached 3: …'])
    const mail = mailbox.messages().find(({ subject }) => subject.includes(`Notices ${count}`))!
    expect(mail.text).toContain('Leads in this period so far: 3. You asked to be notified at 3.')
    expect(mail.text).toContain(`/campaign-management/${campaign.id}`)
    expect(mail.raw).not.toMatch(/Leadloom/)
    moveTo('2026-11-17T18:00:00Z')
    await run()
    await addLeads(campaign, '2026-11-17T17:30:00Z', 3)
    await run()
    expect(noticesTo(tree.acme.owner.email)).toHaveLength(2)
    // A different number is a new notice.
    await change(campaign, { leadsAmountNotification: 2 })
    await run()
    expect(noticesTo(tree.acme.owner.email).toSorted()).toEqual([
      'Leads reached 2: …',
      'Leads reached 3: …',
      'Leads reached 3: …',
    ])
  })

  test('counts days in the campaign’s time zone, even with an offset of part of an hour', async () => {
    // Midnight of November 17 in Kathmandu is 18:15 UTC on the 16th.
    const campaign = await make({ leadsAmountNotification: 2 }, { zone: 'Asia/Kathmandu' })
    await addLeads(campaign, '2026-11-16T18:14:59Z', 4)
    await addLeads(campaign, '2026-11-16T18:15:00Z', 1)
    moveTo('2026-11-16T20:00:00Z')
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual([])
    await addLeads(campaign, '2026-11-16T19:00:00Z', 1)
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual(['Leads reached 2: …'])
  })
})

describe('enableMinimumLimitLeads', () => {
  test('notifies after each whole period with fewer leads, starting with the first one after it was set', async () => {
    const campaign = await make({ enableMinimumLimitLeads: 'T', minimumLimitLeads: 4 })
    await addLeads(campaign, '2026-11-16T16:00:00Z', 1)
    moveTo('2026-11-17T08:00:00Z')
    await run()
    // The 16th had already begun when the minimum was set.
    expect(noticesTo(tree.acme.owner.email)).toEqual([])
    await addLeads(campaign, '2026-11-18T05:59:00Z', 3)
    moveTo('2026-11-18T05:59:59Z')
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual([])
    moveTo('2026-11-18T06:00:00Z')
    await run()
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual(['Fewer leads than the minimum: …'])
    const mail = mailbox.messages().find(({ subject }) => subject.includes(`Notices ${count}`))!
    expect(mail.text).toContain('Leads in the period that ended: 3. The campaign’s minimum is 4.')
    expect(mail.text).toContain('November 17, 2026')
    // No notice for a day with enough leads, nor after a pause, because that day isn't complete.
    await addLeads(campaign, '2026-11-18T20:00:00Z', 4)
    moveTo('2026-11-19T06:00:00Z')
    await run()
    for (const active of ['pause', 'active'] as const)
      await http
        .as(tree.acme.owner)
        .call(setCampaignActive, { body: { leadspeek_api_id: campaign.id, status: active } })
    moveTo('2026-11-20T06:00:00Z')
    await run()
    expect(noticesTo(tree.acme.owner.email)).toHaveLength(1)
  })

  test('counts a whole week and month across a clock change', async () => {
    moveTo('2026-09-30T18:00:00Z')
    const least = { enableMinimumLimitLeads: 'T', minimumLimitLeads: 2 }
    const month = await make(least, { period: 'month' })
    const week = await make(least, { period: 'week' })
    // The first week that counts is the one when clocks go back; October has an extra hour.
    await db.adminPool.query(`update campaign set start_date = '2026-10-26' where id = $1`, [week.id])
    await addLeads(month, '2026-10-01T05:00:00Z', 1)
    await addLeads(month, '2026-11-01T04:59:59Z', 1)
    await addLeads(week, '2026-10-26T05:00:00Z', 1)
    await addLeads(week, '2026-11-02T06:00:00Z', 1)
    for (const at of ['2026-11-01T05:00:00Z', '2026-11-02T05:59:59Z']) {
      moveTo(at)
      await run()
      expect([noticesTo(tree.acme.owner.email, count - 1), noticesTo(tree.acme.owner.email)]).toEqual([[], []])
    }
    moveTo('2026-11-02T06:00:00Z')
    await run()
    expect(noticesTo(tree.acme.owner.email)).toEqual(['Fewer leads than the minimum: …'])
    expect(noticesTo(tree.acme.owner.email, count - 1)).toEqual([])
  })
})

describe('adminNotifyTo', () => {
  test('chooses which of the agency’s people are notified, in their languages; former ones are skipped', async () => {
    const { owner, admin } = tree.acme
    await db.adminPool.query(`update app_user set language = 'ar' where id = $1`, [admin.id])
    const campaign = await make({ leadsAmountNotification: 1, adminNotifyTo: [admin.id] })
    await addLeads(campaign, '2026-11-16T17:30:00Z', 1)
    await run()
    expect(noticesTo(owner.email)).toEqual([])
    expect(noticesTo(admin.email)).toEqual(['بلغ العملاء المحتملون 1: …'])
    await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [admin.id])
    await change(campaign, { leadsAmountNotification: 1, campaignName: `Notices ${count}` })
    await change(campaign, { leadsAmountNotification: 1, enableMinimumLimitLeads: 'F' })
    moveTo('2026-11-17T18:00:00Z')
    await addLeads(campaign, '2026-11-17T17:30:00Z', 1)
    await run()
    expect(noticesTo(owner.email)).toEqual(['Leads reached 1: …'])
    expect(noticesTo(admin.email)).toHaveLength(1)
    await db.adminPool.query(`update app_user set status = 'active', language = null where id = $1`, [admin.id])
  })
})

describe('notices of a campaign', () => {
  test('are shown to the agency with possible recipients, and not to its client, who cannot set them', async () => {
    const { owner, admin } = tree.acme
    const client = tree.acme.clients[0]!
    const campaign = await make({ leadsAmountNotification: 7, adminNotifyTo: [admin.id, admin.id] })
    const readCampaign = async (user: TestUser) =>
      (await http.as(user).call(getCampaign, { params: { id: campaign.id } })).body.data
    expect(await readCampaign(owner)).toMatchObject({
      adminNotifyTo: [admin.id],
      leadsAmountNotification: 7,
      enableMinimumLimitLeads: 'F',
      minimumLimitLeads: 0,
      notify_choices: expect.arrayContaining([expect.objectContaining({ id: admin.id })]),
    })
    expect(Object.keys(await readCampaign(client.user)).filter((name) => /notif|inimumL/i.test(name))).toEqual([])
    const form = await http
      .as(owner)
      .call(readNewCampaign, { params: { companyID: client.id, leadspeekType: 'local' } })
    expect(form.body.data.notify_choices?.map(({ id }) => id)).toContain(owner.id)
  })

  test.each([
    ['minimumLimitLeads', { enableMinimumLimitLeads: 'T' }],
    ['minimumLimitLeads', { enableMinimumLimitLeads: 'T', minimumLimitLeads: 101 }],
    ['minimumLimitLeads', { enableMinimumLimitLeads: 'T', minimumLimitLeads: 5, LimitLeadFreq: 'max' }],
    ['minimumLimitLeads', { minimumLimitLeads: -1 }],
    ['leadsAmountNotification', { leadsAmountNotification: 1.5 }],
    ['leadsAmountNotification', { leadsAmountNotification: 1_000_001 }],
    ['reportType', { reportType: 'month' }],
  ])('are rejected by %s for %o, and change nothing', async (field, fields) => {
    const campaign = await make({})
    const before = (await http.as(tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })).body.data
    const { status, body } = await change(campaign, fields)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(field)
    const after = (await http.as(tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })).body.data
    expect(after).toEqual(before)
  })

  test('cannot name people of another company', async () => {
    const campaign = await make({})
    for (const id of [tree.brightside.owner.id, tree.acme.clients[0]!.user.id, campaign.id]) {
      const { status, body } = await change(campaign, { adminNotifyTo: [id] })
      expect([status, JSON.stringify(body).includes('adminNotifyTo')]).toEqual([422, true])
    }
  })

  test('store and show reportType; empty leaves it unchanged', async () => {
    const campaign = await make({ reportType: 'week', reportSentTo: 'ann@client.test' })
    await change(campaign, { reportType: '' })
    const { body } = await http.as(tree.acme.owner).call(getCampaign, { params: { id: campaign.id } })
    expect(body.data.reportType).toBe('week')
    const { rows } = await db.adminPool.query('select digest, digest_zone from destination where campaign_id = $1', [
      campaign.id,
    ])
    expect(rows).toEqual([{ digest: 'week', digest_zone: 'America/Chicago' }])
  })
})

test('a notice that cannot be sent does not block others, in any agency, and is sent later', async () => {
  const [stuckCampaign, otherCampaign] = [
    await make({ leadsAmountNotification: 1 }),
    await make({ leadsAmountNotification: 1 }),
  ]
  const client = tree.brightside.clients[0]!
  const foreign = await makeCampaign(db, client, { name: 'Notices elsewhere', status: 'active' })
  await db.adminPool.query('update campaign set notify_at_leads = 1 where id = $1', [foreign.id])
  for (const campaign of [stuckCampaign, otherCampaign]) await addLeads(campaign, '2026-11-16T17:00:00Z', 1)
  await insertLeads(db, tree.brightside, [{ client, campaign: foreign, at_ms: clock.now() - 60_000 }])
  const toldElsewhere = () => mailbox.messages().filter(({ to }) => to.includes(tree.brightside.owner.email)).length

  await whileRefused(db, 'lead_notice', `campaign_id <> '${stuckCampaign.id}'`, run)
  expect(
    [noticesTo(tree.acme.owner.email, count - 1), noticesTo(tree.acme.owner.email, count)].map(({ length }) => length),
  ).toEqual([0, 1])
  expect(toldElsewhere()).toBe(1)
  await run()
  expect(
    [noticesTo(tree.acme.owner.email, count - 1), noticesTo(tree.acme.owner.email, count)].map(({ length }) => length),
  ).toEqual([1, 1])
  expect(toldElsewhere()).toBe(1)
})
