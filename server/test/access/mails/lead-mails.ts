import { sendTestMail } from '#contract/mails/mail-server.ts'
import { warnOfMailServerJob } from '#server/areas/mails/mail-server/warn-of-mail-server.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { mailSheetLinkJob } from '#server/areas/integrations/connections/spreadsheets.ts'
import { warnOfDestinationJob } from '#server/areas/integrations/connections/warn-of-destination.ts'
import { createDeliverer } from '#server/areas/integrations/deliveries/deliver.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { warnOfEndpoint } from '#server/areas/developers/webhooks/warn-of-endpoint.ts'
import { mailOutcome } from '#server/areas/keywords/mail-outcome.ts'
import { mailAssigned } from '#server/areas/leads/work/mail-assigned.ts'
import { mailDueActionsJob } from '#server/areas/leads/work/mail-due-actions.ts'
import { mailMentioned } from '#server/areas/leads/work/mail-mentioned.ts'
import { holdCampaigns } from '#server/areas/leads/hold-campaigns.ts'
import { notifySlowCampaignsJob } from '#server/areas/reports/notify-slow-campaigns.ts'
import { notifyLeadAmountsJob } from '#server/areas/reports/notices/notify-lead-amounts.ts'
import { refreshDeliveryStatsJob } from '#server/areas/reports/refresh-delivery-stats.ts'
import { sendReportJob } from '#server/areas/reports/schedules/send-report.ts'
import { newId } from '#server/platform/ids.ts'
import { makeDestination } from '#server/test/deliveries-world.ts'
import { makeSentReport } from '#server/test/make-sent-report.ts'
import { alertMails } from './alert-mails.ts'
import { domainMails } from './domain-mails.ts'
import type { MailKinds } from './kind.ts'
import type { MailStage } from './stage.ts'

/** Sends the leads to the report recipients: somebody with an account, and somebody without. */
async function deliver(stage: MailStage, every: 'lead' | 'hour', change = ''): Promise<void> {
  const { db, http, path, leadIds, inRoot, now } = stage
  await db.adminPool.query('delete from delivery where agency_id = $1', [path.agencyId])
  if (change) await db.adminPool.query(`update lead set ${change} where campaign_id = $1`, [path.campaignId])
  const recipients = [stage.receiver.email, `reader@${stage.owner.host}.test`]
  await inRoot(async (tx) => {
    await saveReportRecipients(tx, path, now(), recipients, { every, timeZone: 'America/Chicago' })
    await queueDeliveries(
      tx,
      path,
      now(),
      leadIds.map((leadId) => ({ leadId, ...path })),
    )
  })
  await db.adminPool.query(
    'update delivery set next_attempt_at = $2, digest_at = case when digest_at is not null then $2::timestamptz end where agency_id = $1',
    [path.agencyId, new Date(now())],
  )
  await createDeliverer(http.platform).deliverDue(path.rootId)
}

/** The result of counting keywords that the client asked for. */
async function mailCount({ db, http, path, client, inRoot, now }: MailStage, status: 'done' | 'error') {
  const countId = newId(now())
  await db.adminPool.query(
    `insert into keyword_count (agency_id, id, root_id, client_id, campaign_id, keyword, target_location, api_version,
       status, requested_by, created_at, queued_at, count)
     values ($1, $2, $3, $4, $5, 'roofs', 'National Targeting', 2, $6, $7, $8, $8, 100)`,
    [path.agencyId, countId, path.rootId, path.clientId, path.campaignId, status, client.user.id, new Date(now())],
  )
  await inRoot((tx) => mailOutcome(tx, http.platform, { ...path, countId }))
}

async function mailSheetLink({ db, http, path, now }: MailStage): Promise<void> {
  await db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, state, status, created_at)
     values ($1, $2, $3, $4, $5, 'googlesheets', $6, 'ok', $7)`,
    [
      path.agencyId,
      newId(now()),
      path.rootId,
      path.clientId,
      path.campaignId,
      { spreadsheetId: 's', url: 'https://docs.example.test/s', sheetId: 1, tab: 'Leads' },
      new Date(now()),
    ],
  )
  await mailSheetLinkJob.run(http.platform, { ...path, askedAt_ms: now() })
}

async function warnOfDestination({ db, http, path, now }: MailStage, status: string): Promise<void> {
  const destinationId = await makeDestination(db.adminPool, path, `https://hooks.example.test/${status}`, status)
  await db.adminPool.query('update destination set warned_at = $2 where id = $1', [destinationId, new Date(now())])
  await warnOfDestinationJob.run(http.platform, { ...path, destinationId })
}

async function warnOfMailServer({ db, http, owner, path, now }: MailStage): Promise<void> {
  await http.as(owner).call(sendTestMail, { body: { companyID: path.agencyId } })
  await db.adminPool.query(
    `insert into mail_server (company_id, root_id, agency_id, host, port, security, from_name, from_address, saved_at, failures,
       last_problem, failing_since, next_try_at)
     values ($1, $2, $1, 'mail.example.test', 25, 'none', 'Own', 'own@agency.test', $3, 5, 'connect', $3,
       $3::timestamptz + interval '1 year')`,
    [path.agencyId, path.rootId, new Date(now())],
  )
  await warnOfMailServerJob.run(http.platform, { ...path, companyId: path.agencyId })
  await db.adminPool.query('delete from mail_server where company_id = $1', [path.agencyId])
}

async function sendReport({ db, http, path, client, now }: MailStage): Promise<void> {
  const scheduleId = await makeSentReport(db, path.agencyId)
  await db.adminPool.query(
    `insert into report_run (agency_id, schedule_id, slot_at, root_id, start_date, end_date, status, recipients)
     values ($1, $2, $3, $4, '2026-11-01', '2026-11-02', 'queued', $5)`,
    [path.agencyId, scheduleId, new Date(now()), path.rootId, [client.user.email]],
  )
  await sendReportJob.run(http.platform, { ...path, scheduleId, slot_ms: now() })
}

/** Mails about leads and what sends them, all in the agency's name. */
export const leadMails: MailKinds = {
  ...domainMails,
  ...alertMails,
  'server/areas/mails/mail-server/mail-texts.ts': {
    titles: ['Test email', 'Your mail server is not accepting email'],
    from: 'agency',
    send: warnOfMailServer,
  },
  'server/areas/integrations/connections/sheet-link-words.ts': {
    titles: ['Lead sheet: {campaign}'],
    from: 'agency',
    send: async (stage) => {
      await deliver(stage, 'lead')
      await mailSheetLink(stage)
    },
  },
  'server/areas/integrations/connections/warning-words.ts': {
    titles: ['Delivery turned off: {campaign}', 'Delivery fails: {campaign}'],
    from: 'agency',
    send: async (stage) => {
      await warnOfDestination(stage, 'failing')
      await warnOfDestination(stage, 'disabled')
    },
  },
  'server/areas/integrations/connectors/mail/digest-mail.ts': {
    titles: ['New leads ({count}): {campaign}'],
    from: 'agency',
    send: (stage) => deliver(stage, 'hour'),
  },
  'server/areas/integrations/connectors/mail/lead-mail.ts': {
    titles: [
      'Test lead: {campaign}',
      'Suggested contact: {who}',
      'New lead: {campaign}',
      '{who} visited {page}',
      '{who} searched for {phrase}',
    ],
    from: 'agency',
    send: async (stage) => {
      await deliver(stage, 'lead', `page_url = 'https://shop.test/prices', first_name = 'Paisley'`)
      await deliver(stage, 'lead', `page_url = ''`)
      await deliver(stage, 'lead', `search = '{"phrases": ["roofs"]}'`)
      await deliver(stage, 'lead', `match_key = 'company'`)
      await deliver(stage, 'lead', `kind = 'test', match_key = 'md5'`)
    },
  },
  'server/areas/developers/webhooks/warn-of-endpoint.ts': {
    titles: ['Developer webhook turned off', 'Developer webhook failing'],
    from: 'agency',
    send: ({ inRoot, http, path, now }) =>
      inRoot(async (tx) => {
        const endpoint = { id: path.campaignId, url: 'https://hooks.example.test/', warned_at: null, warned_of: null }
        for (const status of ['failing', 'disabled'] as const)
          await warnOfEndpoint(
            tx,
            http.platform,
            path,
            endpoint,
            { status, consecutiveFailures: 5, failingSince_ms: now(), cause: null },
            now(),
          )
      }),
  },
  'server/areas/keywords/mail-outcome.ts': {
    titles: ['Keyword count done: {campaign}', 'Keyword count failed: {campaign}'],
    from: 'agency',
    send: async (stage) => {
      await mailCount(stage, 'done')
      await mailCount(stage, 'error')
    },
  },
  'server/areas/leads/work/mail-assigned.ts': {
    titles: ['Lead assigned to you: {lead}', 'Leads assigned to you: {count}'],
    from: 'agency',
    send: ({ inRoot, call, path, client, owner, leadIds }) =>
      inRoot(async (tx) => {
        const byOwner = {
          ...call,
          object: path,
          caller: { ...call.caller, userId: owner.id },
        } as unknown as typeof call
        const changes = leadIds.map((id) => ({ lead: { id, assigneeId: null }, next: { assigneeId: client.user.id } }))
        await mailAssigned(tx, byOwner, changes as never)
        await mailAssigned(tx, byOwner, changes.slice(0, 1) as never)
      }),
  },
  'server/areas/leads/work/mail-mentioned.ts': {
    titles: ['You were mentioned: {lead}'],
    from: 'agency',
    send: ({ inRoot, call, path, client, leadIds }) =>
      inRoot((tx) =>
        mailMentioned(tx, { ...call, object: path } as unknown as typeof call, leadIds[0]!, [client.user.id]),
      ),
  },
  'server/areas/leads/work/mail-due-actions.ts': {
    titles: ['Due now: {lead}', 'Next actions due: {count}'],
    from: 'agency',
    send: async ({ db, http, path, client, leadIds }) => {
      for (const ids of [leadIds.slice(0, 1), leadIds]) {
        await db.adminPool.query(
          `update lead set next_action = 'Call', next_action_date = $3::timestamptz::date, assignee_id = $4, reminded_date = null
            where agency_id = $1 and id = any($2)`,
          [path.agencyId, ids, new Date(http.platform.clock.now()), client.user.id],
        )
        await mailDueActionsJob.run(http.platform, {})
      }
    },
  },
  'server/areas/leads/hold-campaigns.ts': {
    titles: ['Leads are on hold: {campaign}'],
    from: 'agency',
    send: ({ inRoot, http, path, now }) => {
      const campaign = { id: path.campaignId, clientId: path.clientId } as never
      const heldLeads = new Map([[campaign, 900]])
      return inRoot((tx) => holdCampaigns(http.platform, tx, path, now(), { held: heldLeads, heldApart: new Map() }))
    },
  },
  'server/areas/reports/notices/notice-text.ts': {
    titles: ['Leads reached {threshold}: {campaign}', 'Fewer leads than the minimum: {campaign}'],
    from: 'agency',
    send: async ({ db, http, path, addLeads }) => {
      await db.adminPool.query(
        `update campaign set notify_at_leads = 1, has_minimum = true, minimum_leads = 50, limit_leads = 100,
           limit_period = 'day', minimum_since = '2026-10-01', start_date = '2026-10-01' where id = $1`,
        [path.campaignId],
      )
      await addLeads()
      await notifyLeadAmountsJob.run(http.platform, {})
    },
  },
  'server/areas/reports/notify-slow-campaigns.ts': {
    titles: ['Too few leads: {campaign}'],
    from: 'agency',
    send: async ({ db, http, path }) => {
      await db.adminPool.query(
        `update campaign set module = 'enhance', limit_leads = 100, limit_period = 'day', start_date = '2026-10-01',
           created_at = '2026-10-01', active_since = null where id = $1`,
        [path.campaignId],
      )
      await refreshDeliveryStatsJob.run(http.platform, {})
      await notifySlowCampaignsJob.run(http.platform, {})
    },
  },
  'server/areas/reports/schedules/mail-words.ts': {
    titles: ['{company}: {report}, {start} to {end}'],
    from: 'agency',
    send: sendReport,
  },
}
