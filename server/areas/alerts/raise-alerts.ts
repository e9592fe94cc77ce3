import { alertKinds, type AlertKind } from '#contract/alerts/alert-rules.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { settleEachAgency, type AgencyIds } from '#server/areas/branding/settle-each-agency.ts'
import { queuePost, readChannels } from '#server/areas/integrations/connections/post-message.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readClientLanguage, readClientReceivers, readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { groupBy } from '#server/platform/group-by.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { alertMail, alertMessage, mailKindOf, type ShownAlerts } from './alert-words.ts'
import { judgeRule, type Raised } from './judge-rules.ts'

/** Judges all rules and tells what began, once: alerts are stored in the transaction of their mails and posts. */
export const raiseAlertsJob: Job = {
  name: 'raise-alerts',
  everyMinutes: 5,
  run: (platform) => settleEachAgency(platform, 'alerted', findAgencies, (agency) => raiseAlerts(platform, agency)),
}

/** Agencies with a rule, their own or a client's, or with an alert that may end. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select agency_id as id from alert_rule where root_id = $1 and is_on
     union select agency_id from alert where root_id = $1`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

async function raiseAlerts(platform: Platform, agency: AgencyIds): Promise<void> {
  for (const kind of alertKinds)
    await inScope(platform.appPool, { kind: 'agency', ...agency }, async (tx) => {
      const newAlerts = await judgeRule(tx, agency, kind, dateOf(platform.clock.now()))
      for (const alerts of groupBy(newAlerts, ({ companyId }) => companyId).values())
        await tell(tx, platform, agency, kind, alerts)
    })
}

/** One mail and one post for a company, however many of its campaigns it is about. */
async function tell(
  tx: Tx,
  platform: Platform,
  { rootId, agencyId }: AgencyIds,
  kind: AlertKind,
  alerts: Raised[],
): Promise<void> {
  const { clientId, companyId, threshold, postsTo } = alerts[0]!
  const linkTo = (await readPageLinks(tx, platform.config, rootId, [agencyId])).get(agencyId)
  const wordsOf = (some: Raised[]): ShownAlerts => ({
    kind,
    threshold,
    campaigns: some,
    url: linkTo?.(
      some[0]!.module,
      some.length === 1 ? `/campaign-management/${some[0]!.campaignId}` : '/campaign-management',
    ),
  })
  const mailAlerts = alerts.filter(({ isMailed }) => !isMailed)
  if (mailAlerts.length > 0) {
    const receivers = await (clientId === null
      ? readNoticeReceivers(tx, agencyId)
      : readClientReceivers(tx, agencyId, clientId))
    for (const { email, language } of receivers)
      await queueMail(tx, platform, {
        kind: mailKindOf[kind],
        to: { rootId, agencyId, email, language },
        write: alertMail(wordsOf(mailAlerts)),
      })
  }
  const channels = await readChannels(tx, { rootId, agencyId, clientId }, postsTo)
  if (channels.length === 0) return
  const message = await alertMessage(wordsOf(alerts), await readClientLanguage(tx, agencyId, companyId))
  for (const { id } of channels) await queuePost(tx, { rootId, agencyId, id }, message)
}
