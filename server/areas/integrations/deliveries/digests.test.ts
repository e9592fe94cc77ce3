import { describe, expect, it, test } from 'vitest'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openMailingPlatform } from '#server/test/mailing-platform.ts'
import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { claimDue, lease_ms } from './claim-due.ts'
import { findDue } from './find-due.ts'
import { createDeliverer } from './deliver.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { resendDeliveries } from './resend.ts'
import { sendDeliveries } from './send-delivery.ts'

const chicago = 'America/Chicago'
/** Monday, June 15, 7 a.m. in Chicago. */
const seven_ms = Date.UTC(2026, 5, 15, 12)
const hour_ms = 3_600_000
const clock = createStillClock(seven_ms)

const { db, mailbox, platform } = await openMailingPlatform(clock)

const asRoot = <T>(path: CampaignPath, run: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db.appPool, { kind: 'root', rootId: path.rootId }, run)

const moveTo = (at: string): void => clock.advance(Date.parse(at) - clock.now())

const setRhythm = (path: CampaignPath, every: ReportEvery, timeZone = chicago, to = path.campaignId) =>
  asRoot(path, (tx) => saveReportRecipients(tx, path, clock.now(), [`${to}@plumbright.test`], { every, timeZone }))

async function makePath(every: ReportEvery, timeZone = chicago): Promise<CampaignPath> {
  const path = await world.makeCampaignPath(db.adminPool)
  await db.adminPool.query('update campaign set time_zone = $2 where id = $1', [path.campaignId, timeZone])
  await setRhythm(path, every, timeZone)
  return path
}

/** Adds leads at the current time, with their deliveries. */
async function addLeads(path: CampaignPath, count: number, isAwaited = false): Promise<string[]> {
  const ids = (await world.makeLeads(db.adminPool, path, count, clock.now())).toSorted()
  await asRoot(path, (tx) =>
    queueDeliveries(
      tx,
      path,
      clock.now(),
      ids.map((leadId) => ({ leadId, ...path })),
      isAwaited,
    ),
  )
  return ids
}

const deliverDue = (path: CampaignPath): Promise<number> => createDeliverer(platform).deliverDue(path.rootId)
const mailsOf = (path: CampaignPath) =>
  mailbox.messages().filter(({ to }) => to.includes(`${path.campaignId}@plumbright.test`))

const readDigest = async (path: CampaignPath) =>
  (
    await db.adminPool.query<{
      id: string
      lead_id: string
      status: string
      next: Date | null
      carried_by: string | null
    }>(
      `select id, lead_id, status, next_attempt_at as next, carried_by from delivery where campaign_id = $1 order by id`,
      [path.campaignId],
    )
  ).rows

describe('when a digest is due', () => {
  test.each([
    ['hour', chicago, '2026-06-15T12:00:00Z', '2026-06-15T13:00:00.000Z'],
    ['hour', 'Asia/Kathmandu', '2026-06-15T12:00:00Z', '2026-06-15T12:15:00.000Z'],
    // Clocks go back at 2 a.m.: both halves of the repeated hour count as hours.
    ['hour', chicago, '2026-11-01T06:30:00Z', '2026-11-01T07:00:00.000Z'],
    ['hour', chicago, '2026-11-01T07:30:00Z', '2026-11-01T08:00:00.000Z'],
    ['day', chicago, '2026-06-15T12:59:59Z', '2026-06-15T13:00:00.000Z'],
    ['day', chicago, '2026-06-15T13:00:00Z', '2026-06-16T13:00:00.000Z'],
    // A day of 23 hours and one of 25.
    ['day', chicago, '2027-03-13T14:00:00Z', '2027-03-14T13:00:00.000Z'],
    ['day', chicago, '2026-10-31T13:00:00Z', '2026-11-01T14:00:00.000Z'],
    ['week', chicago, '2026-06-15T12:00:00Z', '2026-06-15T13:00:00.000Z'],
    ['week', chicago, '2026-06-15T13:00:00Z', '2026-06-22T13:00:00.000Z'],
    ['week', chicago, '2026-12-31T12:00:00Z', '2027-01-04T14:00:00.000Z'],
  ] as const)('every %s in %s: of %s at %s', async (every, zone, now, due) => {
    const path = await makePath(every, zone)
    moveTo(now)
    const [leadId] = await world.makeLeads(db.adminPool, path, 1, seven_ms)
    await asRoot(path, (tx) => queueDeliveries(tx, path, clock.now(), [{ leadId: leadId!, ...path }]))
    const [delivery] = await readDigest(path)
    expect(delivery!.next?.toISOString()).toBe(due)
    moveTo('2026-06-15T12:00:00Z')
  })
})

describe('a digest', () => {
  it('lists all leads of its period in one email in the agency’s name, and marks each delivered', async () => {
    moveTo('2026-06-15T12:00:00Z')
    const path = await makePath('day')
    const leads = await addLeads(path, 12)
    clock.advance(hour_ms / 2)
    leads.push(...(await addLeads(path, 9)))
    expect(await deliverDue(path)).toBe(0)
    moveTo('2026-06-15T13:00:00Z')
    expect(await deliverDue(path)).toBe(1)
    const [mail] = mailsOf(path)
    expect(mailsOf(path)).toHaveLength(1)
    expect(mail).toMatchObject({ from: 'Acme Leads <leads@acme.test>', subject: 'New leads (21): Spring visitors' })
    expect(mail!.text).toContain('Times are in America/Chicago.')
    expect(mail!.text).toContain('Jun 15, 2026, 7:30 AM: Ada Lovelace · ada@example.com · +15555550100 · 12 Analytical')
    expect(mail!.text.match(/Ada Lovelace/g)).toHaveLength(21)
    expect(mail!.raw).not.toMatch(/leadloom|price|\$/i)
    const deliveries = await readDigest(path)
    expect(deliveries.map(({ lead_id }) => lead_id).toSorted()).toEqual(leads.toSorted())
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']))
    const { rows } = await db.adminPool.query('select delivery_id from delivery_attempt where root_id = $1', [
      path.rootId,
    ])
    expect(rows).toHaveLength(21)
    expect(await deliverDue(path)).toBe(0)
  })

  it('of one lead is that lead’s regular email, and a test lead does not wait for a digest', async () => {
    moveTo('2026-06-15T12:00:00Z')
    const path = await makePath('hour')
    await addLeads(path, 1, true)
    await deliverDue(path)
    expect(mailsOf(path)).toHaveLength(1)
    await addLeads(path, 1)
    moveTo('2026-06-15T13:00:00Z')
    await deliverDue(path)
    expect(mailsOf(path).map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringMatching(/^Ada Lovelace .*visited/)),
    )
  })

  it('is written in the language of its first recipient with an account, with names as text', async () => {
    moveTo('2026-06-15T12:00:00Z')
    const path = await makePath('hour')
    await db.adminPool.query(`update campaign set name = '<b>Spring</b>' where id = $1`, [path.campaignId])
    await world.makeReader(db.adminPool, path, { email: `${path.campaignId}@plumbright.test`, language: 'ar' })
    await addLeads(path, 2)
    moveTo('2026-06-15T13:00:00Z')
    await deliverDue(path)
    const [mail] = mailsOf(path)
    expect(mail!.subject.replaceAll(/[\u2066-\u2069]/g, '')).toBe('عملاء محتملون جدد (2): <b>Spring</b>')
    expect(mail!.html).toContain('dir="rtl"')
    expect(mail!.html).not.toContain('<b>Spring')
  })

  it('that was claimed by a process that died is sent unchanged, whatever came since', async () => {
    moveTo('2026-06-15T12:00:00Z')
    const path = await makePath('hour')
    await addLeads(path, 20)
    moveTo('2026-06-15T13:00:00Z')
    const [first] = await claimDue(platform, path.rootId, await findDue(platform, path.rootId))
    expect(first).toHaveLength(1)
    // The next hour starts before another worker takes over.
    await addLeads(path, 3)
    moveTo('2026-06-15T14:00:00Z')
    const again = (await claimDue(platform, path.rootId, await findDue(platform, path.rootId))).flat()
    expect(again.find(({ id }) => id === first![0]!.id)?.body).toBe(first![0]!.body)
    expect(again).toHaveLength(2)
    clock.advance(lease_ms + 1)
    await deliverDue(path)
    const subjects = mailsOf(path).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['New leads (20): Spring visitors', 'New leads (3): Spring visitors'])
    expect(new Set((await readDigest(path)).map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  it('that fails is retried whole; once given up, its leads can be resent individually', async () => {
    moveTo('2026-06-15T12:00:00Z')
    const path = await makePath('hour')
    await addLeads(path, 3)
    moveTo('2026-06-15T13:00:00Z')
    const without = { ...platform, config: { ...platform.config, SMTP_URL: undefined } }
    await createDeliverer(without).deliverDue(path.rootId)
    const [carrier, ...others] = await readDigest(path)
    expect(others.map(({ carried_by, next, status }) => [carried_by, next, status])).toEqual(
      Array(2).fill([carrier!.id, null, 'waiting']),
    )
    // Bundled deliveries can't be resent on their own while they wait.
    const ids = [others[0]!.id]
    const resend = (chosen: string[]) =>
      asRoot(path, (tx) => resendDeliveries(tx, path, { ids: chosen, clientId: null }, false, clock.now()))
    expect(await resend(ids)).toMatchObject({ count: 0, leftOut: [{ cause: null, count: 1 }] })
    await db.adminPool.query(`update delivery set attempts = 9 where id = $1`, [carrier!.id])
    clock.advance(10_000)
    await createDeliverer(without).deliverDue(path.rootId)
    expect((await readDigest(path)).map(({ status }) => status)).toEqual(['dead', 'dead', 'dead'])
    expect(await resend([others[0]!.id, others[1]!.id])).toMatchObject({ count: 2, leftOut: [] })
    clock.advance(10_000)
    await deliverDue(path)
    expect((await readDigest(path)).map(({ status }) => status)).toEqual(['dead', 'delivered', 'delivered'])
    expect(mailsOf(path).map(({ subject }) => subject)).toEqual(['New leads (2): Spring visitors'])
  })

  it('leaves out anybody who asked to be forgotten, and still sends the others', async () => {
    for (const index of [0, 2]) {
      moveTo('2026-06-15T12:00:00Z')
      const path = await makePath('hour')
      const leads = await addLeads(path, 3)
      moveTo('2026-06-15T13:00:00Z')
      await claimDue(platform, path.rootId, await findDue(platform, path.rootId))
      const order = (await readDigest(path)).map(({ lead_id }) => lead_id)
      await asRoot(path, (tx) => queueTakeBack(tx, platform, path, [order[index]!]))
      clock.advance(lease_ms + 1)
      await deliverDue(path)
      expect(mailsOf(path).map(({ subject }) => subject)).toEqual(['New leads (2): Spring visitors'])
      const deliveries = await readDigest(path)
      expect(deliveries.map(({ status }) => status).toSorted()).toEqual(['dead', 'delivered', 'delivered'])
      expect(leads).toHaveLength(3)
      const { rows } = await db.adminPool.query('select lead_id from take_back where campaign_id = $1', [
        path.campaignId,
      ])
      // The process that died may have sent the email.
      expect(rows).toEqual([{ lead_id: order[index] }])
    }
  })

  it('is sent at once when the setting changes to one email per lead, and no lead waits forever', async () => {
    moveTo('2026-06-15T14:00:00Z')
    const path = await makePath('week')
    await addLeads(path, 2)
    await setRhythm(path, 'lead')
    clock.advance(1)
    await deliverDue(path)
    expect(mailsOf(path).map(({ subject }) => subject)).toEqual(['New leads (2): Spring visitors'])
    await addLeads(path, 1)
    await deliverDue(path)
    expect(mailsOf(path)).toHaveLength(2)
  })
})

test('a digest that arrives although its recipients were removed meanwhile is stored as delivered with all its leads', async () => {
  moveTo('2026-06-15T12:00:00Z')
  const path = await makePath('hour')
  await addLeads(path, 3)
  moveTo('2026-06-15T13:00:00Z')
  const [batch] = await claimDue(platform, path.rootId, await findDue(platform, path.rootId))
  await asRoot(path, (tx) => saveReportRecipients(tx, path, clock.now(), []))
  expect((await readDigest(path)).map(({ status }) => status)).toEqual(['dead', 'dead', 'dead'])
  await recordOutcomes(platform, path.rootId, await sendDeliveries(platform, batch!, 10_000))
  expect(mailsOf(path).map(({ subject }) => subject)).toEqual(['New leads (3): Spring visitors'])
  expect((await readDigest(path)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
})
