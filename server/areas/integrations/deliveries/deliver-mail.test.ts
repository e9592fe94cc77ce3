import { describe, expect, it, vi } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import { createClock, createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as world from '#server/test/deliveries-world.ts'
import { openMailingPlatform } from '#server/test/mailing-platform.ts'
import { startSmtp } from '#server/test/smtp-stand-in.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { createDeliverer } from './deliver.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { composeLeadMail } from '../connectors/mail/lead-mail.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { startDeliveries } from '#server/areas/integrations/deliveries/jobs.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'

const clock = createStillClock(world.noon_ms)

const stage = await openMailingPlatform(clock)
const { db, platform } = stage

const asRoot = (path: CampaignPath) => ({ kind: 'root', rootId: path.rootId }) as const

async function mailLeads(recipients: string[], count: number, now_ms = clock.now()): Promise<CampaignPath> {
  return queueMails(await world.makeCampaignPath(db.adminPool), recipients, count, now_ms)
}

async function queueMails(
  path: CampaignPath,
  recipients: string[],
  count = 1,
  now_ms = clock.now(),
): Promise<CampaignPath> {
  const leads = await world.makeLeads(db.adminPool, path, count, now_ms)
  await inScope(db.appPool, asRoot(path), async (tx) => {
    await saveReportRecipients(tx, path, now_ms, recipients)
    const toSend = leads.map((leadId) => ({ leadId, ...path }))
    await queueDeliveries(tx, path, now_ms, toSend)
  })
  return path
}

const readDeliveries = async (path: CampaignPath) =>
  (
    await db.adminPool.query<{ id: string; status: string; attempts: number; last_error_code: string | null }>(
      'select id, status, attempts, last_error_code from delivery where root_id = $1 order by id',
      [path.rootId],
    )
  ).rows

describe('a new lead', () => {
  it("is emailed to the report recipients in the agency's name, once per lead", async () => {
    const recipients = ['ann@plumbright.test', 'bob@plumbright.test']
    const path = await mailLeads(recipients, 2)
    await createDeliverer(platform).deliverDue(path.rootId)
    const mails = stage.mailbox.messages().slice(0, 4)
    const deliveries = await readDeliveries(path)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4)
    for (const { id } of deliveries) {
      const ofLead = mails.filter(
        ({ messageId }) => messageId.startsWith(`<${id}.`) && messageId.endsWith('@acme.test>'),
      )
      expect(ofLead.flatMap(({ to }) => to).toSorted()).toEqual(recipients)
    }
    for (const mail of mails) {
      expect(mail).toMatchObject({
        from: 'Acme Leads <leads@acme.test>',
        subject: expect.stringMatching(/^Ada Lovelace \(Austin, TX\) visited \//),
      })
      for (const fact of ['Ada Lovelace', 'ada@example.com', '+15555550100', '12 Analytical Way, Austin, TX 78701']) {
        expect(mail.text).toContain(fact)
        expect(mail.html).toContain(fact)
      }
      expect(mail.raw).not.toMatch(/leadloom|price|\$/i)
    }
  })

  it('is emailed in the language of its first recipient with an account', async () => {
    const path = await world.makeCampaignPath(db.adminPool)
    await world.makeReader(db.adminPool, path, { email: 'ann-ar@plumbright.test', language: 'ar' })
    await queueMails(path, ['stranger@plumbright.test', 'ann-ar@plumbright.test'])
    await db.adminPool.query(
      `update lead set information = '{"age_band": "35-44"}', search = '{"phrases": ["roof repair", "new roof"]}'
        where campaign_id = $1`,
      [path.campaignId],
    )
    await createDeliverer(platform).deliverDue(path.rootId)
    const mail = stage.mailbox.messages().find(({ to }) => to.includes('ann-ar@plumbright.test'))!
    expect(mail.subject).toBe('بحث \u2068Ada Lovelace (Austin, TX)\u2069 عن \u2068roof repair\u2069')
    expect(mail.html).toContain('dir="rtl"')
    expect(mail.text).toContain('الاسم: Ada Lovelace')
    expect(mail.text).toContain('الفئة العمرية: 35-44')
    expect(mail.text).toMatch(/بحث عن: .*roof repair.* · .*new roof/)
    expect(mail.text).toMatch(/الوقت: .*2026.*\(America\/Chicago\)/)
    expect(mail.text).not.toMatch(/Email|Phone|Time|New lead/)
  })

  it('is emailed with the same Message-ID and text when it is retried', async () => {
    const port = Number(new URL(stage.mailbox.smtpUrl).port)
    await stage.mailbox.close()
    const path = await mailLeads(['ann@plumbright.test'], 1)
    const deliverer = createDeliverer(platform)
    await deliverer.deliverDue(path.rootId)
    expect(await readDeliveries(path)).toMatchObject([{ status: 'waiting', last_error_code: 'mail_unreachable' }])
    stage.mailbox = await startMailbox({ now: clock.now, port })
    await db.adminPool.query(`update lead set first_name = 'Changed' where campaign_id = $1`, [path.campaignId])
    clock.advance(6_000)
    await deliverer.deliverDue(path.rootId)
    const [delivery] = await readDeliveries(path)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2, last_error_code: null })
    expect(stage.mailbox.messages()).toHaveLength(1)
    expect(stage.mailbox.messages()[0]!.messageId).toMatch(new RegExp(`^<${delivery!.id}\\.\\w{8}@acme\\.test>$`))
    expect(stage.mailbox.messages()[0]!.text).toContain('Ada Lovelace')
  })

  it("goes through the agency's own mail server, and waits while that fails", async () => {
    const smtp = await startSmtp({ security: 'none' })
    const env = { SMTP_URL: stage.mailbox.smtpUrl, OUTGOING_ALLOW: `127.0.0.1:${smtp.port}` }
    const mailPlatform = await createTestPlatform(db, { clock, env })
    const path = await mailLeads(['ann@plumbright.test'], 1)
    const putServer = `insert into mail_server (company_id, root_id, agency_id, host, port, security, from_name, from_address,
      saved_at) values ($2, $1, $2, '127.0.0.1', $3, 'none', 'Acme Mail', 'mail@acme-own.test', now())`
    await db.adminPool.query(putServer, [path.rootId, path.agencyId, smtp.port])
    const before = stage.mailbox.messages().length
    smtp.fall(true)
    const deliverer = createDeliverer(mailPlatform)
    for (const pause_ms of [0, 7_000, 400_000]) {
      clock.advance(pause_ms)
      await deliverer.deliverDue(path.rootId)
      expect(await readDeliveries(path)).toMatchObject([{ status: 'waiting', last_error_code: 'mail_unreachable' }])
    }
    clock.advance(2_400_000)
    smtp.fall(false)
    await deliverer.deliverDue(path.rootId)
    const [delivery] = await readDeliveries(path)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 4 })
    expect(smtp.received).toMatchObject([{ mailFrom: 'mail@acme-own.test', to: ['ann@plumbright.test'] }])
    expect(smtp.received[0]!.raw).toMatch(new RegExp(`<${delivery!.id}\\.\\w{8}@acme-own\\.test>`))
    expect(stage.mailbox.messages()).toHaveLength(before)
    await mailPlatform.close()
    await smtp.close()
  })

  it('does not wait for another agency’s slow mail server, however many destinations that agency has', async () => {
    const smtp = await startSmtp({ security: 'none' })
    smtp.slowDown(3_000)
    const env = { SMTP_URL: stage.mailbox.smtpUrl, OUTGOING_ALLOW: `127.0.0.1:${smtp.port}` }
    const mailPlatform = await createTestPlatform(db, { clock, env })
    const slow = await world.makeCampaignPath(db.adminPool)
    const putServer = `insert into mail_server (company_id, root_id, agency_id, host, port, security, from_name, from_address,
      saved_at) values ($2, $1, $2, '127.0.0.1', $3, 'none', 'Acme Mail', 'mail@acme-own.test', now())`
    await db.adminPool.query(putServer, [slow.rootId, slow.agencyId, smtp.port])
    const fast = await world.makeSisterAgency(db.adminPool, slow)
    for (let n = 0; n < 60; n++) await queueMails(await world.makeSisterClient(db.adminPool, slow), ['a@slow.test'])
    clock.advance(1_000)
    const deliverer = createDeliverer(mailPlatform)
    void deliverer.pump(slow.rootId)
    await vi.waitUntil(() => smtp.connections() > 0, { timeout: 5_000, interval: 5 })
    await queueMails(fast, ['b@fast.test'])
    const started_ms = performance.now()
    void deliverer.pump(slow.rootId)
    await vi.waitUntil(() => stage.mailbox.messages().some(({ to }) => to.includes('b@fast.test')), {
      timeout: 30_000,
      interval: 5,
    })
    expect(performance.now() - started_ms).toBeLessThan(2_000)
    expect(smtp.connections()).toBeLessThanOrEqual(2)
    smtp.slowDown(0)
    await deliverer.stop()
    await mailPlatform.close()
    await smtp.close()
  })

  it('fails with a clear message if no mail server is configured', async () => {
    const path = await mailLeads(['ann@plumbright.test'], 1)
    const without = { ...platform, config: { ...platform.config, SMTP_URL: undefined } }
    await createDeliverer(without).deliverDue(path.rootId)
    expect(await readDeliveries(path)).toMatchObject([{ status: 'waiting', last_error_code: 'mail_not_set_up' }])
  })
})

describe('the worker', () => {
  const patience = { timeout: 15_000, interval: 20 }
  const isDelivered = async (path: CampaignPath): Promise<boolean> =>
    (await readDeliveries(path)).every(({ status }) => status === 'delivered')

  it('sends what it is signaled without polling', async () => {
    const running = await createTestPlatform(db, { clock: createClock(), env: { SMTP_URL: stage.mailbox.smtpUrl } })
    const worker = startDeliveries(running, 3_600_000)
    const path = await mailLeads(['ann@plumbright.test'], 3, running.clock.now())
    await vi.waitUntil(() => isDelivered(path), patience)
    await worker.stop()
    await running.close()
  })

  it('polls for deliveries whose signal was lost', async () => {
    const running = await createTestPlatform(db, { clock: createClock(), env: { SMTP_URL: stage.mailbox.smtpUrl } })
    const path = await mailLeads(['ann@plumbright.test'], 3, running.clock.now())
    const worker = startDeliveries(running, 50)
    await vi.waitUntil(() => isDelivered(path), patience)
    await db.adminPool.query(
      `update delivery set status = 'waiting', next_attempt_at = to_timestamp(0) where root_id = $1`,
      [path.rootId],
    )
    await vi.waitUntil(() => isDelivered(path), patience)
    await worker.stop()
    await running.close()
  })
})

it('an email shows user input as text, never as markup', async () => {
  const evil = '<img src=x onerror="alert(1)">'
  const sender = {
    name: `Acme & ${evil}`,
    address: 'leads@acme.test',
    brandColor: '#2255cc',
    hasLogo: false,
    company: [evil],
    origin: null,
    timeZone: 'UTC',
  }
  const lead = {
    id: '0190f5fe-7c00-7000-8000-000000000001',
    kind: 'test' as const,
    created_at: '2026-06-15T12:00:00.000Z',
    leadspeek_api_id: '0190f5fe-7c00-7000-8000-000000000002',
    campaignName: evil,
    first_name: evil,
    last_name: evil,
    ...forLeadTexts(() => ''),
    street: evil,
    page_url: `https://plumbright.test/${evil}`,
    match_key: null,
    confidence: null,
  }
  const place = {
    url: 'https://leads.acme.test/siteid/leads/0190f5fe',
    timeZone: 'America/Chicago',
    language: 'en' as const,
    say: await translatorOf('en'),
  }
  const { html, text } = composeLeadMail(sender, lead, place)
  expect(html).not.toMatch(/<img|onerror="/)
  expect(html).toContain('Test lead:')
  expect(text).not.toMatch(/^(Email|Phone):/m)
  expect(text).toContain('Jun 15, 2026, 7:00 AM (America/Chicago)')
  expect(text).toContain(`Open lead: ${place.url}`)
})
