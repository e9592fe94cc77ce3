import { readPageLinks, settleEachAgency, type AgencyPlace } from '#server/areas/branding/public.ts'
import { queueMail } from '#server/areas/sign-in/public.ts'
import { readNoticeReceivers } from '#server/areas/tenants/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { readDueNotices, type DueNotice } from './read-due-notices.ts'
import { wordNotice } from './word-notice.ts'

/**
 * Tells agencies of campaigns that have brought as many leads as they want to hear of, or fewer than they should have
 * (decision 93): once for each campaign and period. What was told is kept with the mail, so that a run which ends early
 * is gone on with by the next one, and one that cannot be told holds up no other.
 */
export const tellLeadAmountsJob: Job = {
  name: 'tell-lead-amounts',
  everyMinutes: 10,
  run: (platform) =>
    settleEachAgency(platform, 'told of amounts of leads', findAgencies, (agency) => tellAgency(platform, agency)),
}

/** Those with a running campaign that has an amount to be told of. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct agency_id as id from campaign
      where root_id = $1 and status = 'active' and removed_at is null and (notify_at_leads is not null or has_minimum)`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

async function tellAgency(platform: Platform, { rootId, agencyId }: AgencyPlace): Promise<void> {
  const scope = { kind: 'agency', rootId, agencyId } as const
  const now = dateOf(platform.clock.now())
  const due = await inScope(platform.appPool, scope, (tx) => readDueNotices(tx, agencyId, now))
  await settleEach(platform, 'an amount of leads could not be told', due, (notice) =>
    inScope(platform.appPool, scope, (tx) => tell(platform, tx, rootId, notice)),
  )
}

/** Says it once: two who do this at the same moment meet at the notice's row. */
async function tell(platform: Platform, tx: Tx, rootId: string, notice: DueNotice): Promise<void> {
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
    await queueMail(tx, platform, { to: { rootId, agencyId, email, language }, write: wordNotice(notice, url) })
}
