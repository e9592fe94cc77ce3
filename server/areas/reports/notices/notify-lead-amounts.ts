import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { settleEachAgency, type AgencyIds } from '#server/areas/branding/settle-each-agency.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { readDueNotices, type DueNotice } from './read-due-notices.ts'
import { noticeText } from './notice-text.ts'

/**
 * Notifies agencies of campaigns that reached a lead threshold or ended a period below their minimum (decision 93), once per
 * campaign and period. The notice is stored in the transaction of its mail, so that an interrupted run is continued by
 * the next one. A failing agency doesn't block others.
 */
export const notifyLeadAmountsJob: Job = {
  name: 'tell-lead-amounts',
  everyMinutes: 10,
  run: (platform) =>
    settleEachAgency(platform, 'notified of lead counts', findAgencies, (agency) => notifyAgency(platform, agency)),
}

/** Agencies with a running campaign that has a notice configured. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct agency_id as id from campaign
      where root_id = $1 and status = 'active' and removed_at is null and (notify_at_leads is not null or has_minimum)`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

async function notifyAgency(platform: Platform, { rootId, agencyId }: AgencyIds): Promise<void> {
  const scope = { kind: 'agency', rootId, agencyId } as const
  const now = dateOf(platform.clock.now())
  const notices = await inScope(platform.appPool, scope, (tx) => readDueNotices(tx, agencyId, now))
  await settleEach(platform, 'a notice of a lead count could not be sent', notices, (notice) =>
    inScope(platform.appPool, scope, (tx) => sendNotice(platform, tx, rootId, notice)),
  )
}

/** Sends each notice once: concurrent runs conflict on its row. */
async function sendNotice(platform: Platform, tx: Tx, rootId: string, notice: DueNotice): Promise<void> {
  const { agencyId, campaignId, clientId, kind, period, firstDay, threshold } = notice
  const { rowCount } = await tx.query(
    `insert into lead_notice (agency_id, campaign_id, kind, root_id, client_id, period, period_start, threshold, told_at)
     values ($1, $2, $3, $4, $5, $6, $7::date, $8, $9)
     on conflict (agency_id, campaign_id, kind) do update set
       period = excluded.period, period_start = excluded.period_start, threshold = excluded.threshold,
       told_at = excluded.told_at
     where (lead_notice.period, lead_notice.period_start, lead_notice.threshold)
       is distinct from (excluded.period, excluded.period_start, excluded.threshold)`,
    [agencyId, campaignId, kind, rootId, clientId, period, firstDay, threshold, dateOf(platform.clock.now())],
  )
  if (!rowCount) return
  const links = await readPageLinks(tx, platform.config, rootId, [agencyId])
  const url = links.get(agencyId)?.(notice.module, `/campaign-management/${campaignId}`)
  for (const { email, language } of await readNoticeReceivers(tx, agencyId, notice.notifyUserIds))
    await queueMail(tx, platform, {
      kind: 'amounts',
      to: { rootId, agencyId, email, language },
      write: noticeText(notice, url),
    })
}
