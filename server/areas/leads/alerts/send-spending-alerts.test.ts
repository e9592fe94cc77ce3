import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readCompanyCap, saveAgencyCap, saveClientCap } from '#contract/leads/company-cap.ts'
import { startMailbox } from '#demo/mailbox.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { md5, openPipelineWorld, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { closeMail } from '#server/platform/mail.ts'
import { resolveAgency } from '../resolve-agency.ts'
import { sendSpendingAlertsJob } from './send-spending-alerts.ts'

// A lead costs the client $1.25 and the agency $0.50.

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
const { acme, brightside, root } = world.tree
const [client] = acme.clients as [(typeof acme.clients)[0]]
let http: TestApp
afterAll(() => mailbox.close())
// Each test has its own month, without spending or alerts.
let month = 0
const knownIds = new Set<number>()
beforeEach(async () => {
  world.clock.advance(Date.UTC(2026, month++, 15, 18) - world.clock.now())
  http = await createTestApp(world.db, { clock: world.clock, env: { SMTP_URL: mailbox.smtpUrl } })
  await world.db.adminPool.query('delete from money_cap')
  await world.db.adminPool.query(`update campaign set status = 'stop', month_cap_cents = null, alert_cents = null`)
  return async () => {
    closeMail(http.platform)
    await http.close()
  }
})

async function visitors(campaign: PipelineCampaign, count: number): Promise<number> {
  for (let at = 0; at < count; at++) {
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() })
  }
  return (await world.resolve(campaign)).leads
}
const look = () => sendSpendingAlertsJob.run(http.platform, {})
/** Runs the job once, and returns the emails since the last run. */
async function mails() {
  await look()
  await runJobs(world.db, http.platform)
  const fresh = mailbox.messages().filter(({ id }) => !knownIds.has(id))
  for (const { id } of fresh) knownIds.add(id)
  return fresh.map((mail) => ({ ...mail, subject: mail.subject.replaceAll(/[\u2066-\u2069]/g, '') }))
}
/** The same by recipient and subject. */
const alertsSent = async (): Promise<string[]> =>
  (await mails()).map(({ to, subject }) => `${to[0]}: ${subject}`).toSorted()
const ofOwner = (text: string): string => `${acme.owner.email}: ${text}`
const capClient = (body: object, companyId = client.id, user = acme.owner) =>
  http.as(user).call(saveClientCap, { params: { companyID: companyId }, body: body as { month_cap_cents: number } })
const capAgency = (body: object, user = root.system) =>
  http.as(user).call(saveAgencyCap, { params: { companyID: acme.id }, body: body as { month_cap_cents: number } })
const readCap = async () =>
  (await http.as(acme.owner).call(readCompanyCap, { params: { companyID: client.id } })).body.data

describe('a client’s cap', () => {
  test('alerts its agency at 80 and 100 percent by default, once each, in its brand', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 1_000 })
    expect(await readCap()).toMatchObject({ alert_shares: [80, 100], alert_cents: 0, alert_payer: 'F' })
    await visitors(campaign, 6)
    expect(await alertsSent()).toEqual([])
    await visitors(campaign, 1)
    const [mail, ...others] = await mails()
    expect([mail!.to, mail!.subject, others]).toEqual([
      [acme.owner.email],
      '80% of the spend cap is used: Plumbright',
      [],
    ])
    expect(mail!.text).toContain(`/configuration/client-management/${client.id}`)
    expect(mail!.text).toMatch(/\$8\.75.* so far, out of a cap of .*\$10\.00/)
    expect(mail!.raw).toMatch(/^From: .*Acme/m)
    expect(mail!.raw).not.toMatch(/Leadloom/)
    expect(await alertsSent()).toEqual([])
    await visitors(campaign, 2)
    expect(await alertsSent()).toEqual([ofOwner('Spend cap reached: Plumbright')])
    expect(await alertsSent()).toEqual([])
  })

  test('alerts only for the highest of several thresholds passed at once, in the reader’s language', async () => {
    const campaign = await world.makeCampaign()
    await world.db.adminPool.query(`update app_user set language = 'ar' where id = $1`, [acme.owner.id])
    await capClient({ month_cap_cents: 1_000, alert_shares: [90, 50, 50, 80] })
    expect(await readCap()).toMatchObject({ alert_shares: [50, 80, 90] })
    await visitors(campaign, 7)
    expect(await alertsSent()).toEqual([ofOwner('استُخدم 80% من سقف الإنفاق: Plumbright')])
    await world.db.adminPool.query(`update app_user set language = null where id = $1`, [acme.owner.id])
  })

  test('alerts the client too if configured, with a link to what the client may see', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 1_000, alert_payer: 'T' })
    await visitors(campaign, 7)
    const newMails = await mails()
    const ofClient = newMails.find(({ to }) => to.includes(client.user.email))!
    expect(ofClient.text).toContain('/user/card-setting')
    expect(newMails).toHaveLength(2)
  })

  test('does not alert twice after a lead was credited, and still counts it', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 1_000 })
    await visitors(campaign, 7)
    expect(await alertsSent()).toHaveLength(1)
    await world.db.adminPool.query(
      `insert into lead_credit (agency_id, id, root_id, client_id, lead_id, change_id, retail_e4, wholesale_e4, credited_at)
       select agency_id, id, root_id, client_id, id, id, retail_price_e4, wholesale_price_e4, created_at from lead
        where campaign_id = $1`,
      [campaign.id],
    )
    await capClient({ month_cap_cents: 1_000 })
    expect(await alertsSent()).toEqual([])
    await visitors(campaign, 1)
    expect(await alertsSent()).toEqual([ofOwner('Spend cap reached: Plumbright')])
  })

  test('that was raised alerts for newly passed thresholds, and next month for all of them', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 500, alert_shares: [50, 80] })
    await visitors(campaign, 4)
    expect(await alertsSent()).toEqual([ofOwner('80% of the spend cap is used: Plumbright')])
    await capClient({ month_cap_cents: 1_500, alert_shares: [50, 80] })
    expect(await alertsSent()).toEqual([])
    await visitors(campaign, 2)
    expect(await alertsSent()).toEqual([ofOwner('50% of the spend cap is used: Plumbright')])
    world.clock.advance(31 * 86_400_000)
    month++
    expect(await alertsSent()).toEqual([])
    await visitors(campaign, 6)
    expect(await alertsSent()).toEqual([ofOwner('50% of the spend cap is used: Plumbright')])
  })
})

describe('a spending amount', () => {
  test('alerts without a cap, for a month’s lead costs in a zone with half-hour offset, and stops nothing', async () => {
    await world.db.adminPool.query(`update company set time_zone = 'Asia/Kolkata' where id = $1`, [acme.id])
    const campaign = await world.makeCampaign()
    const border_ms = Date.UTC(2026, month++) - 5.5 * 3_600_000
    await http.close()
    world.clock.advance(border_ms - 60_000 - world.clock.now())
    http = await createTestApp(world.db, { clock: world.clock, env: { SMTP_URL: mailbox.smtpUrl } })
    expect((await capClient({ month_cap_cents: 0, alert_cents: 300 })).status).toBe(200)
    await visitors(campaign, 2)
    world.clock.advance(60_000)
    await visitors(campaign, 2)
    expect(await alertsSent()).toEqual([])
    expect(await readCap()).toMatchObject({ cap_cents: 0, used_cents: 250, is_met: false, alert_cents: 300 })
    expect(await visitors(campaign, 1)).toBe(1)
    expect(await alertsSent()).toEqual([ofOwner('Spending passed $3.00: Plumbright')])
    expect(await visitors(campaign, 3)).toBe(3)
    expect(await alertsSent()).toEqual([])
    await world.db.adminPool.query(`update company set time_zone = 'America/Chicago' where id = $1`, [acme.id])
  })
})

describe('a campaign’s cap', () => {
  test('alerts the agency’s people chosen for its notices, with a link to the campaign', async () => {
    const campaign = await world.makeCampaign({ month_cap_cents: 499, notify_users: [acme.admin.id] })
    await visitors(campaign, 4)
    const [mail, ...others] = await mails()
    expect([mail!.to, others]).toEqual([[acme.admin.email], []])
    // A fourth lead would exceed the cap, so it counts as fully used.
    expect(mail!.subject).toContain('Spend cap reached')
    expect(mail!.text).toContain(`/campaign-management/${campaign.id}`)
  })
})

describe('an agency’s cap', () => {
  test('alerts the operator, in its own name, and no agency', async () => {
    const campaign = await world.makeCampaign()
    await capAgency({ month_cap_cents: 250, alert_shares: [80] })
    await visitors(campaign, 4)
    const newMails = await mails()
    expect(newMails.flatMap(({ to }) => to)).toEqual([root.system.email])
    expect(newMails[0]!.raw).toMatch(/^From: .*Leadloom/m)
    expect(newMails[0]!.text).toContain(`/configuration/agency-list/${acme.id}`)
  })
})

describe('an alert', () => {
  test('is sent once by six workers that check while four resolve', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 2_000, alert_shares: [50] })
    for (let at = 0; at < 12; at++)
      await world.hit(campaign, { hashes: [md5((await world.makePerson()).email)], at_ms: world.clock.now() })
    const resolve = async (): Promise<void> => {
      for (let round = 0; round < 6; round++) await resolveAgency(world.platform, acme.id, 2)
    }
    await Promise.all([...Array.from({ length: 4 }, resolve), ...Array.from({ length: 6 }, look)])
    await world.resolve(campaign)
    await Promise.all(Array.from({ length: 6 }, look))
    expect(await alertsSent()).toEqual([ofOwner('50% of the spend cap is used: Plumbright')])
  })

  test('is sent by the next check if one was interrupted before it was saved', async () => {
    const campaign = await world.makeCampaign()
    await capClient({ month_cap_cents: 1_000 })
    await visitors(campaign, 7)
    await world.db.adminPool.query(`alter table spend_notice add constraint broken check (told_at is null) not valid`)
    await look()
    await world.db.adminPool.query('alter table spend_notice drop constraint broken')
    expect(await alertsSent()).toHaveLength(1)
  })

  test.each(['acme', 'brightside'] as const)('that cannot be sent for %s blocks no other agency', async (name) => {
    const otherAgency = { acme: brightside, brightside: acme }[name]
    const brokenAgency = { acme, brightside }[name]
    for (const agency of [acme, brightside]) {
      const payer = agency.clients[0]!
      const campaign = await world.makeCampaign({}, { agencyId: agency.id, clientId: payer.id })
      await capClient({ month_cap_cents: 1_000 }, payer.id, agency.owner)
      await visitors(campaign, 7)
    }
    await world.db.adminPool.query(
      `alter table spend_notice add constraint broken check (agency_id <> '${brokenAgency.id}') not valid`,
    )
    await look()
    await world.db.adminPool.query('alter table spend_notice drop constraint broken')
    await runJobs(world.db, http.platform)
    const newMails = mailbox.messages().filter(({ id }) => !knownIds.has(id))
    for (const { id } of newMails) knownIds.add(id)
    expect(newMails.flatMap(({ to }) => to)).toEqual([otherAgency.owner.email])
    expect((await mails()).flatMap(({ to }) => to)).toEqual([brokenAgency.owner.email])
  })

  test.each([
    ['alert_shares', { alert_shares: [0] }],
    ['alert_shares', { alert_shares: [101] }],
    ['alert_shares', { alert_shares: [50.5] }],
    ['alert_shares', { alert_shares: [1, 2, 3, 4, 5, 6] }],
    ['alert_cents', { alert_cents: -1 }],
    ['alert_cents', { alert_cents: 10_000_000 }],
    ['alert_payer', { alert_payer: 'yes' }],
  ])('with an invalid %s is rejected for %o, and nothing is saved', async (field, body) => {
    const { status, body: answer } = await capClient({ month_cap_cents: 1_000, ...body })
    expect(status).toBe(422)
    expect(String((answer as { field?: string }).field)).toContain(field)
    expect((await world.db.adminPool.query('select from money_cap')).rowCount).toBe(0)
  })

  test('can be set and seen by nobody of another agency, nor by the client', async () => {
    const request = { month_cap_cents: 0, alert_cents: 100 }
    expect((await capClient(request, client.id, brightside.owner)).status).toBe(404)
    expect((await capClient(request, client.id, client.user)).status).toBe(403)
    const answer = await http.as(brightside.owner).call(readCompanyCap, { params: { companyID: client.id } })
    expect(answer.status).toBe(404)
    await capClient(request)
    await visitors(await world.makeCampaign(), 1)
    await look()
    const seenOfAcme = (agencyId: string) =>
      inScope(world.db.appPool, { kind: 'agency', rootId: root.id, agencyId }, async (tx) => {
        return (await tx.query('select from spend_notice where agency_id = $1', [acme.id])).rowCount
      })
    expect([await seenOfAcme(brightside.id), (await seenOfAcme(acme.id))! > 0]).toEqual([0, true])
  })
})
