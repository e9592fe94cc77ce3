import { judged_days } from '#contract/reports/campaigns.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { modulesThatPromise } from '#server/areas/campaigns/modules/registry.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { judgedDaysAt, type JudgedDays } from './judged-days.ts'
import { readSlow, type SlowRow } from './list-under-performing.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const atOnce = 500

/**
 * Notifies agencies of under-performing campaigns, once per campaign and episode, by the same days and rule as the list, after
 * these days were summed.
 */
export const notifySlowCampaignsJob: Job = {
  name: 'tell-slow-campaigns',
  everyMinutes: 30,
  async run(platform) {
    const days = judgedDaysAt(platform.clock)
    const { rows } = await platform.appPool.query<{ rootId: string }>(
      'select root_id as "rootId" from delivery_stats_watermark where window_start = $1::date',
      [days.start],
    )
    await settleEach(platform, 'an operator’s agencies could not be notified of slow campaigns', rows, ({ rootId }) =>
      notifyRoot(platform, rootId, days),
    )
  },
}

async function notifyRoot(platform: Platform, rootId: string, days: JudgedDays): Promise<void> {
  const slow = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const campaigns = await readAllSlow(tx, rootId, days)
    // A campaign that recovers, or is no longer checked, starts a new episode next time.
    await tx.query('delete from slow_notice where root_id = $1 and not (campaign_id = any($2::uuid[]))', [
      rootId,
      campaigns.map(({ campaignId }) => campaignId),
    ])
    const { rows } = await tx.query<{ id: string }>('select campaign_id as id from slow_notice where root_id = $1', [
      rootId,
    ])
    const notifiedIds = new Set(rows.map(({ id }) => id))
    return campaigns.filter(({ campaignId }) => !notifiedIds.has(campaignId))
  })
  await settleEach(platform, 'a notice of a slow campaign could not be sent', slow, (row) =>
    inScope(platform.appPool, { kind: 'agency', rootId, agencyId: row.agencyId }, (tx) =>
      notifyAgency(platform, tx, rootId, row),
    ),
  )
}

async function readAllSlow(tx: Tx, rootId: string, days: JudgedDays): Promise<SlowRow[]> {
  const all: SlowRow[] = []
  for (let page = 1; ; page++) {
    const some = await readSlow(tx, { rootId, agencyId: null }, days, {
      page,
      perPage: atOnce,
      modules: modulesThatPromise,
    })
    all.push(...some)
    if (some.length < atOnce) return all
  }
}

/** Sends each notice once: concurrent runs conflict on its key. */
async function notifyAgency(platform: Platform, tx: Tx, rootId: string, row: SlowRow): Promise<void> {
  const { agencyId, campaignId, clientId, name, module, wanted, delivered, client } = row
  const { rowCount } = await tx.query(
    `insert into slow_notice (agency_id, campaign_id, root_id, client_id, told_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [agencyId, campaignId, rootId, clientId, dateOf(platform.clock.now())],
  )
  if (!rowCount) return
  const links = await readPageLinks(tx, platform.config, rootId, [agencyId])
  const url = links.get(agencyId)?.(module, `/campaign-management/${campaignId}`)
  const values = { days: String(judged_days), delivered: String(delivered), wanted: String(wanted ?? '') }
  for (const { email, language } of await readNoticeReceivers(tx, agencyId))
    await queueMail(tx, platform, {
      kind: 'amounts',
      to: { rootId, agencyId, email, language },
      write: slowText({ name, client, wanted, values, url }),
    })
}

const slowText =
  ({
    name,
    client,
    wanted,
    values,
    url,
  }: {
    name: string
    client: string
    wanted: number | null
    values: Record<'days' | 'delivered' | 'wanted', string>
    url: string | undefined
  }) =>
  (say: Translate): MailContent => ({
    title: say('Too few leads: {campaign}', { campaign: name }),
    paragraphs: [
      wanted === null
        ? say('Leads of this campaign in the last {days} days: {delivered}.', values)
        : say('Leads of this campaign in the last {days} days: {delivered} of the {wanted} its limit allows.', values),
      say('Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.'),
    ],
    facts: [
      [say('Campaign'), name],
      [say('Client'), client],
    ],
    ...(url && { button: { label: say('Open campaign'), url } }),
  })

/** With invented data. */
export const samples: MailSamples = {
  too_few_leads: {
    kind: 'amounts',
    write: (say, _language, { url }) =>
      slowText({
        name: fiction.campaign,
        client: fiction.company,
        wanted: 100,
        values: { days: '5', delivered: '12', wanted: '100' },
        url: url('/'),
      })(say),
  },
}
