import { findHostOf } from '#server/areas/branding/find-host.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { settleEachAgency, type AgencyIds } from '#server/areas/branding/settle-each-agency.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { readClientReceivers, readNoticeReceivers, readOperators } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { dueAlert, noAlertsSent, type AlertHistory } from './due-alert.ts'
import { readAlerts, type AlertState } from './read-alerts.ts'
import { alertText } from './alert-text.ts'

const companyPages = { agency: '/configuration/agency-list', client: '/configuration/client-management' } as const

/**
 * Notifies people about monthly spending against a cap or an amount (decision 120), each threshold once a month. Independent of
 * the resolver. What was sent is stored in the transaction of its mail, so that an interrupted run is continued by the
 * next one. A failing agency doesn't block others.
 */
export const sendSpendingAlertsJob: Job = {
  name: 'tell-spending',
  everyMinutes: 5,
  run: (platform) =>
    settleEachAgency(platform, 'notified of its spending', findAgencies, (agency) => notifyAgency(platform, agency)),
}

/** Agencies with a cap or an amount alert. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select agency_id as id from campaign
      where root_id = $1 and removed_at is null and (month_cap_cents is not null or alert_cents is not null)
     union
     select agency_id from money_cap where root_id = $1`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

async function notifyAgency(platform: Platform, { rootId, agencyId }: AgencyIds): Promise<void> {
  const agencyScope = { kind: 'agency', rootId, agencyId } as const
  const now = dateOf(platform.clock.now())
  const alerts = await inScope(platform.appPool, agencyScope, (tx) => readAlerts(tx, agencyId, now), { readOnly: true })
  await settleEach(platform, 'a spending alert could not be sent', alerts.filter(hasNews), (alert) => {
    // Read outside the agency's scope, which can't see the operator's users.
    const scope: Scope = alert.of === 'agency' ? { kind: 'root', rootId } : agencyScope
    return inScope(platform.appPool, scope, (tx) => sendAlert(platform, tx, rootId, alert, now))
  })
}

/** Whether there is something to send or to store. Spending since then only matters after a percentage was sent. */
function hasNews(alert: AlertState): boolean {
  const before = alert.before ?? noAlertsSent
  const { due, after } = dueAlert(alert, alert, before)
  if (due !== null || after.told.join() !== before.told.join()) return true
  return before.told.length > 0 && (after.seen_e4 !== before.seen_e4 || after.cap_cents !== before.cap_cents)
}

/** Sends each alert once: concurrent runs lock its row, and the second sees what the first stored. */
async function sendAlert(platform: Platform, tx: Tx, rootId: string, alertState: AlertState, now: Date): Promise<void> {
  const key = [alertState.agencyId, alertState.id, alertState.month]
  const { rows } = await tx.query<AlertHistory>(
    `insert into spend_notice (agency_id, of_id, month, root_id, client_id, told, seen_e4)
     values ($1, $2, $3, $4, $5, '{}', 0)
     on conflict (agency_id, of_id, month) do update set seen_e4 = spend_notice.seen_e4
     returning told, seen_e4, cap_cents`,
    [...key, rootId, alertState.clientId],
  )
  const [alert] = await readAlerts(tx, alertState.agencyId, now, alertState.id)
  if (!alert || alert.month !== alertState.month) return
  const { due, after } = dueAlert(alert, alert, rows[0]!)
  await tx.query(
    `update spend_notice set told = $4, seen_e4 = $5, cap_cents = $6, told_at = case when $7 then $8 else told_at end
      where agency_id = $1 and of_id = $2 and month = $3`,
    [...key, after.told, after.seen_e4, after.cap_cents, due !== null, now],
  )
  if (due !== null) await mail(platform, tx, rootId, alert, due)
}

/** To whoever set it, and to the payer if requested. Alerts on an agency's cap come from the operator. */
async function mail(platform: Platform, tx: Tx, rootId: string, alert: AlertState, due: number): Promise<void> {
  const { agencyId, clientId, notifyUserIds } = alert
  const sellers = clientId === null ? readOperators(tx, rootId) : readNoticeReceivers(tx, agencyId, notifyUserIds)
  const send = async (to: readonly Pick<Receiver, 'email' | 'language'>[], url: string | null): Promise<void> => {
    for (const { email, language } of to)
      await queueMail(tx, platform, {
        kind: 'spending',
        to: { rootId, agencyId: clientId === null ? null : agencyId, email, language },
        write: alertText(alert, due, url),
      })
  }
  await send(await sellers, await findPage(platform, tx, rootId, alert, false))
  if (!alert.notifiesPayer) return
  const payers = clientId === null ? readNoticeReceivers(tx, agencyId) : readClientReceivers(tx, agencyId, clientId)
  await send(await payers, await findPage(platform, tx, rootId, alert, true))
}

/** The page that shows the cap: the campaign's, the company's, or for the payer its card settings. */
async function findPage(
  platform: Platform,
  tx: Tx,
  rootId: string,
  { of, id, agencyId, module }: AlertState,
  isPayer: boolean,
): Promise<string | null> {
  if (module !== null) {
    const links = await readPageLinks(tx, platform.config, rootId, [agencyId])
    return links.get(agencyId)?.(module, `/campaign-management/${id}`) ?? null
  }
  const host = await findHostOf(tx, of === 'agency' && !isPayer ? rootId : agencyId)
  const path = isPayer ? '/user/card-setting' : `${companyPages[of === 'agency' ? 'agency' : 'client']}/${id}`
  return host && pageAddress(platform.config, host, path)
}
